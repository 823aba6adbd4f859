import { element } from './dom.js';

/** A message in each of the forms that subscribers get, side by side. */
export function drawForms({ email = null, subject = null, sms = null, telegram, slack, discord, json }) {
  return element(
    'div',
    { class: 'forms' },
    sms === null ? null : form('sms', 'SMS', element('p', { class: 'bubble' }, sms)),
    telegram === undefined ? null : form('telegram', 'Telegram', drawTelegram(telegram)),
    slack === undefined ? null : form('slack', 'Slack', drawApp(slack)),
    discord === undefined ? null : form('discord', 'Discord', drawApp(discord)),
    email === null ? null : form('email', 'Email', drawEmail(subject, email)),
    form('json', 'JSON', scrolled('JSON', JSON.stringify(json, null, 2))),
  );
}

function form(name, title, ...content) {
  return element('section', { class: `form ${name}` }, element('h4', {}, title), ...content);
}

/** Long texts scroll on their own, so the keyboard must reach them. */
function scrolled(name, text) {
  return element('pre', { tabindex: '0', role: 'group', 'aria-label': name }, text);
}

function drawTelegram({ paragraphs, link }) {
  return element(
    'div',
    { class: 'bubble' },
    ...paragraphs.map((text) => element('p', {}, text)),
    linkTo(link),
  );
}

/** A message as Slack and Discord show it; one of them sets off the lines below the first. */
function drawApp({ paragraphs: [first, ...more], link, edge = '' }) {
  const below = element(
    'div',
    { class: 'below' },
    ...more.map((text) => element('p', {}, text)),
    linkTo(link) ?? '',
  );
  below.style.borderColor = edge;
  return element(
    'div',
    { class: 'message' },
    element('img', { src: '/icon.svg', alt: '', width: '36', height: '36' }),
    element(
      'div',
      {},
      element('p', { class: 'sender' }, element('b', {}, 'Chainbell'), ' ', element('small', {}, 'APP')),
      element('p', {}, first),
      below,
    ),
  );
}

function drawEmail(subject, email) {
  return element(
    'div',
    { class: 'mail' },
    element('p', { class: 'subject' }, subject ?? ''),
    element('p', { class: 'from' }, 'AWS Notifications'),
    scrolled('Email', email),
  );
}

/** Foreign links open in a new tab and learn nothing of the page. */
function linkTo(link) {
  if (link === null || !link.url.startsWith('https://')) return null;
  if (document.body.dataset.links === 'nowhere') return element('p', { class: 'quiet' }, link.text);
  const to = { href: link.url, target: '_blank', rel: 'noreferrer noopener' };
  return element('p', {}, element('a', to, link.text));
}
