// The inbox page. What tokens are named is written by strangers: every text goes in through textContent.

const feed = document.getElementById('feed');
const entryTemplate = document.getElementById('entry');
const live = document.getElementById('live');
const shownMost = 500;

/** What each type of entry is called on the page, its sign and its look. */
const types = {
  'transfer.received': { name: 'Received', sign: '↓', look: 'in' },
  'transfer.sent': { name: 'Sent', sign: '↑', look: 'out' },
  'transfer.self': { name: 'Sent to itself', sign: '↻', look: 'out' },
  'transfer.reverted': { name: 'Taken back', sign: '↺', look: 'bad' },
  'transfers.digest': { name: 'Digest', sign: '≡', look: 'plain' },
  'wallet.watching': { name: 'Watching', sign: '◉', look: 'plain' },
  'wallet.poisoning': { name: 'Imitated address', sign: '⚠', look: 'bad' },
};

function describe(entry) {
  if (entry.kind === 'hidden') return { name: 'Hidden', sign: '⊘', look: 'hidden' };
  if (entry.kind === 'operations') return { name: entry.title, sign: '⚙', look: entry.look };
  if (entry.kind === 'remark') return { name: entry.title, sign: '•', look: entry.look };
  const known = types[entry.type] ?? { name: entry.type, sign: '•', look: 'plain' };
  return entry.json.verdict?.spam ? { ...known, look: 'bad' } : known;
}

function draw(entry) {
  const article = entryTemplate.content.cloneNode(true).firstElementChild;
  const part = (selector) => article.querySelector(selector);
  const { name, sign, look } = describe(entry);
  article.dataset.kind = entry.kind;
  article.dataset.look = look;
  part('.sign').textContent = sign;
  part('.what').textContent = entry.earlier ? `${name} · earlier` : name;
  const at = new Date(entry.at);
  part('time').textContent = entry.earlier ? at.toLocaleString() : at.toLocaleTimeString();
  part('time').dateTime = entry.at;
  if (entry.about === null) part('.about').remove();
  else part('.about').textContent = entry.about;
  part('.bubble').textContent = entry.text;
  for (const reason of entry.reasons) {
    const item = document.createElement('li');
    item.textContent = reason;
    part('.reasons').append(item);
  }
  if (entry.reasons.length === 0) part('.reasons').remove();
  drawForms(entry, part);
  return article;
}

function drawForms({ email, subject, json }, part) {
  if (json === null) {
    part('.forms').remove();
    return;
  }
  if (email === null) part('.email').remove();
  else {
    part('.subject').textContent = subject;
    part('.email pre').textContent = email;
  }
  part('.json pre').textContent = JSON.stringify(json, null, 2);
  const explorer = json.transfer?.explorerUrl;
  if (typeof explorer === 'string' && explorer.startsWith('https://'))
    part('.forms').append(linkTo(explorer));
}

function linkTo(address) {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noreferrer noopener';
  link.textContent = 'Explorer';
  return link;
}

function count() {
  for (const button of document.querySelectorAll('nav button')) {
    const entries = feed.querySelectorAll(`[data-kind="${button.dataset.kind}"]`);
    button.querySelector('b').textContent = entries.length;
  }
}

function begin({ text, chains }) {
  feed.replaceChildren();
  document.getElementById('about').textContent = text;
  document.getElementById('chains').replaceChildren(
    ...chains.map((chain) => {
      const option = document.createElement('option');
      option.value = chain;
      return option;
    }),
  );
  count();
}

function show(state) {
  live.dataset.state = state;
  live.textContent = { live: 'live', down: 'API down', gone: 'not running' }[state];
}

const events = new EventSource('/events');
events.addEventListener('open', () => show('live'));
events.addEventListener('error', () => show('gone'));
events.addEventListener('begin', ({ data }) => begin(JSON.parse(data)));
events.addEventListener('entry', ({ data }) => {
  const entry = JSON.parse(data);
  const article = draw(entry);
  if (entry.api !== null) show(entry.api === 'down' ? 'down' : 'live');
  if (Date.now() - Date.parse(entry.at) < 10_000) article.classList.add('fresh');
  feed.prepend(article);
  if (feed.childElementCount > shownMost) feed.lastElementChild.remove();
  count();
});

for (const button of document.querySelectorAll('nav button')) {
  button.addEventListener('click', () => {
    button.ariaPressed = button.ariaPressed === 'true' ? 'false' : 'true';
    const off = document.querySelectorAll('nav [aria-pressed="false"]');
    document.body.dataset.without = [...off].map(({ dataset }) => dataset.kind).join(' ');
  });
}

const form = document.querySelector('form');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = document.getElementById('answer');
  const fields = [...new FormData(form)].filter(([, value]) => value.trim() !== '');
  // Wallet and chain are always sent, so that the answer can name the one that is missing.
  const row = { wallet: '', chain: '', ...Object.fromEntries(fields) };
  try {
    const reply = await fetch('/watchlist', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(row),
    });
    const { message, field } = await reply.json();
    answer.textContent = message;
    answer.dataset.state = reply.ok ? 'good' : 'bad';
    for (const input of form.querySelectorAll('[name]')) input.ariaInvalid = String(input.name === field);
    if (reply.ok) form.reset();
  } catch {
    answer.textContent = 'Chainbell does not answer: is it still running?';
    answer.dataset.state = 'bad';
  }
});
