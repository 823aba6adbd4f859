import { drawCard } from './card.js';
import { refreshContacts } from './contacts.js';
import { button } from './dom.js';
import { filter } from './filter.js';
import { say, send } from './send.js';
import { offerChains, refreshWallets } from './wallets.js';

const feed = document.getElementById('feed');
const live = document.getElementById('live');
const shownMost = 500;

// On a phone an open list would push the alerts down; on a wide screen it stands beside them.
const wide = matchMedia('(min-width: 60rem)');
const unfold = () => {
  for (const folded of document.querySelectorAll('.listing details, .narrow')) folded.open = wide.matches;
};
wide.addEventListener('change', unfold);
unfold();

function begin({ text, chains, controls, madeUp }) {
  feed.replaceChildren();
  document.body.dataset.links = madeUp ? 'nowhere' : 'out';
  document.getElementById('about').textContent = text;
  offerChains(chains);
  drawStory(controls);
  filter();
  // Neither rejects; each shows its rows when it has them.
  void refreshWallets();
  void refreshContacts();
}

/** Buttons for events on the simulated chain; none on a real one. */
function drawStory(controls) {
  const story = document.getElementById('story');
  story.hidden = controls.length === 0;
  const play = async (name) => say(document.getElementById('played'), await send(`/story/${name}`));
  const buttons = controls.map(({ name, text, hint }) => button(text, () => play(name), { title: hint }));
  story.querySelector('.buttons').replaceChildren(...buttons);
}

function show(state) {
  live.dataset.state = state;
  live.textContent = { live: 'live', down: 'API down', gone: 'not running' }[state];
}

/** Alerts since the last announcement: a screen reader announces a storm once, not forty times. */
let unsaid = [];
function announce(entry) {
  if (unsaid.push(entry.text) > 1) return;
  setTimeout(() => {
    const [newest] = unsaid.slice(-1);
    document.getElementById('news').textContent =
      unsaid.length === 1 ? newest : `${unsaid.length} new entries. The newest: ${newest}`;
    unsaid = [];
    filter();
    void refreshWallets();
  }, 300);
}

const events = new EventSource('/events');
events.addEventListener('open', () => show('live'));
events.addEventListener('error', () => show('gone'));
events.addEventListener('begin', ({ data }) => begin(JSON.parse(data)));
events.addEventListener('entry', ({ data }) => {
  const entry = JSON.parse(data);
  const card = drawCard(entry);
  if (entry.api !== null) show(entry.api === 'down' ? 'down' : 'live');
  if (Date.now() - Date.parse(entry.at) < 10_000) card.classList.add('fresh');
  feed.prepend(card);
  const keptBack = feed.querySelectorAll('[data-look=hidden]');
  if (feed.childElementCount > shownMost) ([...keptBack].at(-1) ?? feed.lastElementChild).remove();
  announce(entry);
});
// The command line and the AWS console change rows, too.
setInterval(() => document.hidden || refreshWallets(), 10_000);
