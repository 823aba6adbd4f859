/** Posts to the page's own server. @returns its answer, and whether it did what was asked */
export async function send(path, body = {}) {
  try {
    const reply = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { ok: reply.ok, field: null, ...(await reply.json()) };
  } catch {
    return { ok: false, field: null, message: 'Chainbell does not answer: is it still running?' };
  }
}

/** Shows an answer below the form or button. */
export function say(place, { ok, message }) {
  place.textContent = message;
  place.dataset.state = ok ? 'good' : 'bad';
}
