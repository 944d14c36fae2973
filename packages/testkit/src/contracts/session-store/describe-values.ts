import type { JsonValue, SessionStore } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import { beforeEach, expect, test } from 'vitest'
import { expectStoreError, session } from './fixtures.js'

export function describeValues(store: () => SessionStore): void {
  const values = (): ValueTable => {
    const { values } = store()
    if (!values) throw new Error('A store must keep values, or declare that it does not.')
    return values
  }
  const set = (namespace: string, key: string, value: JsonValue | undefined, sessionId?: string) =>
    values().update(namespace, key, () => value, sessionId === undefined ? {} : { sessionId })

  beforeEach(async () => {
    await store().sessions.create(session('s'))
  })

  test('keeps values by namespace and key', async () => {
    expect(await values().get('a', 'x')).toBeUndefined()
    await set('a', 'x', { list: [1, 'two', null, { deep: true }] })
    await set('a', 'w', 'other')
    await set('b', 'x', false)
    expect(await values().get('a', 'x')).toEqual({ list: [1, 'two', null, { deep: true }] })
    expect(await values().get('b', 'x')).toBe(false)
    expect((await values().list('a')).map(({ key, value }) => [key, value])).toEqual([
      ['w', 'other'],
      ['x', { list: [1, 'two', null, { deep: true }] }],
    ])
    expect(await values().list('c')).toEqual([])
  })

  test('returns when a value was set', async () => {
    const before = Date.now()
    await set('a', 'x', 1)
    const [stored] = await values().list('a')
    expect(stored?.updatedAtMs).toBeGreaterThanOrEqual(before - 1000)
    expect(stored?.updatedAtMs).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test('removes a value that becomes undefined', async () => {
    await set('a', 'x', 1)
    expect(await set('a', 'x', undefined)).toBeUndefined()
    expect(await set('a', 'never', undefined)).toBeUndefined()
    expect(await values().list('a')).toEqual([])
  })

  test('lets each update see the result of the previous one', async () => {
    const increment = () => values().update('a', 'count', (value) => (typeof value === 'number' ? value : 0) + 1)
    await Promise.all(Array.from({ length: 20 }, increment))
    expect(await values().get('a', 'count')).toBe(20)
  })

  test('changes nothing when an update fails', async () => {
    await set('a', 'x', 1)
    const failing = values().update('a', 'x', () => {
      throw new RangeError('no')
    })
    const other = set('a', 'y', 2)
    await expect(failing).rejects.toThrow(RangeError)
    await other
    expect((await values().list('a')).map(({ value }) => value)).toEqual([1, 2])
  })

  test('keeps any text, in names and in values', async () => {
    const odd = 'NUL \0, a half \ud83d, quotes "\' and \u0001json:'
    await set(odd, odd, { [odd]: odd })
    expect((await values().list(odd)).map(({ key, value }) => [key, value])).toEqual([[odd, { [odd]: odd }]])
  })

  test('deletes the values of a deleted session', async () => {
    await set('a', 'own', 1, 's')
    await set('a', 'other', 2)
    await store().sessions.delete('s')
    expect((await values().list('a')).map(({ key }) => key)).toEqual(['other'])
  })

  test('rejects a value for an unknown session', async () => {
    await expectStoreError(set('a', 'x', 1, 'nobody'), 'not-found')
    expect(await values().get('a', 'x')).toBeUndefined()
  })
}
