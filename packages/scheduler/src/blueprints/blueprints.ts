import type { Blueprint, BlueprintSlot } from './blueprint.js'

const time = (value: string): BlueprintSlot => ({ name: 'time', asks: 'local time', default: value })
const days = (value: string): BlueprintSlot => ({ name: 'days', asks: 'days, such as weekdays', default: value })

/** The built-in blueprints. */
export const blueprints: readonly Blueprint[] = [
  {
    name: 'morning-brief',
    description: 'The day ahead: what is planned, the weather, and what cannot wait',
    slots: [time('08:00'), days('every day')],
    schedule: '{days} at {time}',
    prompt:
      'Write a short briefing for today: appointments and tasks that you can find, the weather if you know the place, and what cannot wait. At most ten lines.',
  },
  {
    name: 'weekly-review',
    description: 'What was done in the week, and what is still open',
    slots: [time('17:00'), days('every friday')],
    schedule: '{days} at {time}',
    prompt:
      'Look back at the conversations and notes of the past week. Say what was done, what is still open, and what comes next week. At most fifteen lines.',
  },
  {
    name: 'news-digest',
    description: 'What is new about a topic',
    slots: [{ name: 'topic', asks: 'the topic' }, time('07:30'), days('every day')],
    schedule: '{days} at {time}',
    prompt:
      'Search the web for what is new about: {topic}. Name at most five things, each in one sentence with its link. Leave out what earlier runs have told. If nothing is new, answer [SILENT].',
  },
  {
    name: 'page-watch',
    description: 'Tells when a page of the web changes',
    slots: [
      { name: 'url', asks: 'the address of the page' },
      { name: 'every', asks: 'how often, such as 2h', default: '6h' },
    ],
    schedule: 'every {every}',
    prompt:
      'Read {url} and compare it with what earlier runs have told. Say what has changed. If nothing of weight has changed, answer [SILENT].',
  },
  {
    name: 'reminder',
    description: 'A reminder in your own words',
    slots: [{ name: 'what', asks: 'what to remind you of' }, time('09:00'), days('every day')],
    schedule: '{days} at {time}',
    prompt: 'Remind the user in one friendly sentence: {what}',
  },
]
