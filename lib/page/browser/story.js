import { button } from './dom.js';
import { say, send } from './send.js';

const section = document.getElementById('story');
const answer = document.getElementById('played');

/** The buttons that have something happen on the simulated chain; nothing on a real one. */
export function drawStory(controls) {
  section.hidden = controls.length === 0;
  const play = async (name) => say(answer, await send(`/story/${name}`));
  section
    .querySelector('.buttons')
    .replaceChildren(
      ...controls.map(({ name, text, hint }) => button(text, () => play(name), { title: hint })),
    );
}
