const form = document.getElementById('filter');
const feed = document.getElementById('feed');
const empty = document.getElementById('empty');

/** Whether the reader's choices show an entry. */
function isWanted(card, { kind, words, from, to }) {
  if (kind !== '' && card.dataset.kind !== kind) return false;
  if ((from !== '' && card.day < from) || (to !== '' && card.day > to)) return false;
  return words.every((word) => card.searched.includes(word));
}

function asked() {
  const { kind, text, from, to } = Object.fromEntries(new FormData(form));
  return { kind, words: text.toLowerCase().split(/\s+/).filter(Boolean), from, to };
}

/** Shows the chosen entries, and how many there are of each kind. */
export function filter() {
  const wanted = asked();
  const cards = [...feed.children];
  let shown = 0;
  for (const card of cards) {
    card.hidden = !isWanted(card, wanted);
    if (!card.hidden) shown += 1;
  }
  for (const radio of form.querySelectorAll('[name=kind]')) {
    const count = cards.filter((card) => isWanted(card, { ...wanted, kind: radio.value })).length;
    radio.nextElementSibling.querySelector('b').textContent = count;
  }
  empty.hidden = shown > 0;
  empty.textContent =
    cards.length === 0 ? 'Nothing yet. Alerts appear here as they happen.' : 'No matching entries.';
}

form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
