import { defineSessionNote, type JsonObject, type JsonValue, type SessionStore } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { expectTypeOf } from 'vitest'

declare const store: SessionStore

// A note keeps the type of its value.
const mood = defineSessionNote<'good' | 'bad'>('mood', {
  read: (value) => (value === 'good' || value === 'bad' ? value : undefined),
  write: (value) => value,
})
const record = await store.sessions.get('s')
if (record) {
  expectTypeOf(mood.of(record)).toEqualTypeOf<'good' | 'bad' | undefined>()
  await store.sessions.update(record.id, { notes: mood.with(record.notes, 'good') })
  // @ts-expect-error: the note has no such value.
  mood.with(record.notes, 'odd')
}

// Parts that a store may leave out have to be looked for.
expectTypeOf(store.search).extract<undefined>().toEqualTypeOf<undefined>()
// @ts-expect-error: not every store can search.
store.search.find

// Nothing is known of JSON before it is looked at.
const value = parseJson('{}')
expectTypeOf(value).toEqualTypeOf<JsonValue>()
if (isRecord(value)) expectTypeOf(value).toEqualTypeOf<JsonObject>()
// @ts-expect-error: it may be anything.
value.name

// Records are read-only.
// @ts-expect-error: a record is changed through the store.
if (record) record.title = 'other'
