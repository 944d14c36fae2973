import type { ConversationTarget } from '@hermes/conversations'
import { expect, test } from 'vitest'
import { createStyle } from '../render/text/style.js'
import { type OutcomeStage, performOutcome } from './perform-outcome.js'

/** Creates a stage whose user gives these answers; `undefined` is Ctrl+C. */
function stageWith(...answers: readonly (string | undefined)[]) {
  const printed: string[] = []
  const asked: string[] = []
  const ran: string[] = []
  const opened: ConversationTarget[] = []
  const rest = [...answers]
  const stage: OutcomeStage = {
    view: { style: createStyle(false), columns: 80, nowMs: 0 },
    print: (text) => void printed.push(text),
    async ask(question, { isSecret = false } = {}) {
      asked.push(isSecret ? `${question}(secret)` : question)
      return rest.shift()
    },
    async run(line) {
      ran.push(line)
      return line === '/quit' ? 'leave' : 'stay'
    },
    open: async (target) => void opened.push(target),
  }
  return { stage, printed, asked, ran, opened }
}

const choice = {
  type: 'choice',
  prompt: 'Which?',
  options: [
    { label: 'Red', command: '/red' },
    { label: 'Blue', command: '/blue' },
  ],
} as const

test.each([
  ['2', ['/blue']],
  ['red', ['/red']],
  ['', []],
  ['3', []],
  [undefined, []],
])('answers a choice with %j and runs %j', async (answer, lines) => {
  const { stage, ran } = stageWith(answer)
  expect(await performOutcome(choice, stage)).toBe('stay')
  expect(ran).toEqual(lines)
})

const confirm = { type: 'confirm', text: 'Sure?', confirm: '/wipe -y', always: '/wipe --always' } as const

test.each([
  ['y', ['/wipe -y']],
  ['always', ['/wipe --always']],
  ['', []],
  ['maybe', []],
  [undefined, []],
])('answers a confirmation with %j and runs %j', async (answer, lines) => {
  const { stage, ran } = stageWith(answer)
  await performOutcome(confirm, stage)
  expect(ran).toEqual(lines)
})

test('does not offer to remember an answer that cannot be remembered', async () => {
  const { stage, ran, asked } = stageWith('a')
  await performOutcome({ type: 'confirm', text: 'Sure?', confirm: '/wipe -y' }, stage)
  expect(asked[0]).not.toContain('always')
  expect(ran).toEqual([])
})

test('asks for each field of a form, and keeps the value on an empty answer', async () => {
  const { stage, ran, asked } = stageWith('two words', '', 'key')
  const fields = [
    { name: 'name', label: 'Name' },
    { name: 'size', label: 'Size', options: ['s', 'm'], value: 'm' },
    { name: 'key', label: 'Key', isSecret: true },
  ]
  await performOutcome({ type: 'form', prompt: 'New:', fields, command: '/make' }, stage)
  expect(asked).toEqual(['Name: ', 'Size (s, m) [m]: ', 'Key: (secret)'])
  expect(ran).toEqual(['/make name="two words" size=m key=key'])
})

test('runs nothing when the form is canceled', async () => {
  const { stage, ran } = stageWith('x', undefined)
  const fields = [
    { name: 'a', label: 'A' },
    { name: 'b', label: 'B' },
  ]
  await performOutcome({ type: 'form', prompt: 'New:', fields, command: '/make' }, stage)
  expect(ran).toEqual([])
})

test('passes on requests to leave and to switch', async () => {
  const { stage, opened } = stageWith()
  expect(await performOutcome({ type: 'leave' }, stage)).toBe('leave')
  expect(await performOutcome({ type: 'open', target: { id: 'x' } }, stage)).toBe('stay')
  expect(opened).toEqual([{ id: 'x' }])
})
