// Strangers write tokens' names: every text goes in through textContent.

/** An element with attributes, and children that are elements or texts; null is left out. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button that does something when it is pressed. */
export function button(text, pressed, attributes = {}) {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', () => pressed(made));
  return made;
}

/** An address as alerts shorten it. */
export function shortAddress(address) {
  return address.length > 20 ? `${address.slice(0, 6)}...${address.slice(-4)}` : address;
}

/** Day and time by the reader's own clock, with the year if it is not this one. @param more further parts of the time */
export function shownTime(iso, more = {}) {
  const at = new Date(iso);
  const year = at.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  const time = { hour: 'numeric', minute: '2-digit', ...more };
  return at.toLocaleString([], { day: 'numeric', month: 'short', year, ...time });
}
