import type { ConversationTarget } from '@hermes/conversations'
import { expect, test } from 'vitest'
import { createStyle } from '../render/style.js'
import { type OutcomeStage, performOutcome } from './perform-outcome.js'

/** A person who gives these answers; `undefined` is Ctrl+C. */
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
])('a choice that is answered with %j runs %j', async (answer, lines) => {
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
])('a confirmation that is answered with %j runs %j', async (answer, lines) => {
  const { stage, ran } = stageWith(answer)
  await performOutcome(confirm, stage)
  expect(ran).toEqual(lines)
})

test('what cannot be remembered is not offered', async () => {
  const { stage, ran, asked } = stageWith('a')
  await performOutcome({ type: 'confirm', text: 'Sure?', confirm: '/wipe -y' }, stage)
  expect(asked[0]).not.toContain('always')
  expect(ran).toEqual([])
})

test('a form is asked field by field, and what is left empty keeps its value', async () => {
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

test('a form that is left runs nothing', async () => {
  const { stage, ran } = stageWith('x', undefined)
  const fields = [
    { name: 'a', label: 'A' },
    { name: 'b', label: 'B' },
  ]
  await performOutcome({ type: 'form', prompt: 'New:', fields, command: '/make' }, stage)
  expect(ran).toEqual([])
})

test('leaving and going over are passed on', async () => {
  const { stage, opened } = stageWith()
  expect(await performOutcome({ type: 'leave' }, stage)).toBe('leave')
  expect(await performOutcome({ type: 'open', target: { id: 'x' } }, stage)).toBe('stay')
  expect(opened).toEqual([{ id: 'x' }])
})
