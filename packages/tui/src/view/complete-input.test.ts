import { expect, test } from 'vitest'
import { completeInput } from './complete-input.js'

const command = { description: '', category: 'session', whileRunning: 'at-once' } as const
const commands = [
  { ...command, name: 'quit', aliases: ['exit'] },
  { ...command, name: 'queue', aliases: ['q'] },
  { ...command, name: 'model', aliases: [] },
]

async function suggested(line: string) {
  const provider = completeInput({
    commands: () => commands,
    complete: async (typed) => ({
      start: '/help '.length,
      completions: ['model', 'model-evaluation']
        .filter((text) => text.startsWith(typed.slice('/help '.length)))
        .map((text) => ({ text })),
    }),
  })
  const { signal } = new AbortController()
  const found = await provider.getSuggestions([line], 0, line.length, { signal })
  return found?.items.map(({ value }) => value)
}

test('offers the command first whose other name was typed, because Enter sends the first', async () => {
  expect(await suggested('/q')).toEqual(['/queue', '/quit'])
  expect(await suggested('/mdl')).toEqual(['/model'])
})

test('offers nothing for an argument that is whole, so that Enter sends the line', async () => {
  expect(await suggested('/help mod')).toEqual(['model', 'model-evaluation'])
  expect(await suggested('/help model')).toBeUndefined()
})
