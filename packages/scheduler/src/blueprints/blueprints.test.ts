import { createMemoryStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { createJobBook } from '../book/job-book.js'
import { blueprints } from './blueprints.js'
import { fillBlueprint } from './fill-blueprint.js'
import { findBlueprint } from './find-blueprint.js'
import { readSlotValues } from './read-slot-values.js'
import { createSuggestions } from './suggestions.js'

function open() {
  const store = createMemoryStore()
  if (!store.values) throw new Error('The store has no values.')
  return { book: createJobBook({ store, zone: 'UTC' }), suggestions: createSuggestions(store.values) }
}

test.each(blueprints)('$name becomes a job', async (blueprint) => {
  const { book } = open()
  const asked = blueprint.slots.filter((slot) => slot.default === undefined)
  const values = new Map(asked.map(({ name }) => [name, `the ${name} {time}`]))
  const job = await book.add({ ...fillBlueprint(blueprint, values), createdBy: 'person' })
  expect(job).toMatchObject({ name: blueprint.name, state: 'active', task: { conversation: 'same' } })
  for (const { name } of asked) expect(job.task.prompt).toContain(`the ${name} {time}`)
  expect(book.nextDue(job)).toBeGreaterThan(Date.now())
})

test('reads values up to the next name', () => {
  expect(readSlotValues('topic=agent news, a=b time=08:00')).toEqual(
    new Map([
      ['topic', 'agent news,'],
      ['a', 'b'],
      ['time', '08:00'],
    ]),
  )
  expect(readSlotValues('what="drink water"')).toEqual(new Map([['what', 'drink water']]))
  expect(readSlotValues('  ')).toEqual(new Map())
  expect(() => readSlotValues('soon')).toThrow(/no value/)
})

test('refuses missing and unknown values', () => {
  expect(() => fillBlueprint(findBlueprint('news'), new Map())).toThrow(/needs topic/)
  expect(() => fillBlueprint(findBlueprint('morning-brief'), new Map([['colour', 'red']]))).toThrow(/no value "colour"/)
  expect(() => findBlueprint('nothing')).toThrow(/there are morning-brief/)
})

test('suggests no blueprint that has a job or was dismissed', async () => {
  const { book, suggestions } = open()
  await book.add({ ...fillBlueprint(findBlueprint('morning-brief'), new Map()), createdBy: 'person' })
  await suggestions.dismiss(findBlueprint('weekly-review'))
  const names = (await suggestions.list(await book.list())).map(({ name }) => name)
  expect(names).not.toContain('morning-brief')
  expect(names).not.toContain('weekly-review')
  expect(names).toContain('reminder')
})
