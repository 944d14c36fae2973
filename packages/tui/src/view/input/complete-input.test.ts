import { expect, test } from 'vitest'
import { completeInput } from './complete-input.js'

const command = { description: '', category: 'session', whileRunning: 'at-once' } as const
const commands = [
  { ...command, name: 'quit', aliases: ['exit'] },
  { ...command, name: 'queue', aliases: ['q'] },
  { ...command, name: 'model', aliases: [] },
]

const provider = () =>
  completeInput({
    commands: () => commands,
    complete: async (typed) => ({
      start: '/help '.length,
      completions: ['model', 'model-evaluation']
        .filter((text) => text.startsWith(typed.slice('/help '.length)))
        .map((text) => ({ text })),
    }),
  })

async function suggested(line: string) {
  const { signal } = new AbortController()
  const found = await provider().getSuggestions([line], 0, line.length, { signal })
  return found?.items.map(({ value }) => value)
}

test('offers the command first whose alias was typed, because Enter sends the first', async () => {
  expect(await suggested('/q')).toEqual(['/queue', '/quit'])
  expect(await suggested('/mdl')).toEqual(['/model'])
})

test('offers nothing for a complete argument, so that Enter sends the line', async () => {
  expect(await suggested('/help mod')).toEqual(['model', 'model-evaluation'])
  expect(await suggested('/help model')).toBeUndefined()
})

test('completes only the text that the suggestions are for, and nothing longer', () => {
  const apply = (line: string) =>
    provider().applyCompletion([line], 0, line.length, { value: '@notes.txt', label: 'notes.txt' }, '@no')
  expect(apply('See @no')).toEqual({ lines: ['See @notes.txt '], cursorLine: 0, cursorCol: 15 })
  expect(apply('See @notes and say')).toEqual({ lines: ['See @notes and say'], cursorLine: 0, cursorCol: 18 })
})
