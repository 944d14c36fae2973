import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../connection/driver/database.js'
import { createTransaction } from '../connection/transaction.js'
import { compressText } from '../rows/compressed-content.js'

/** Minimum size of an output to compress, in bytes. Compressing smaller ones saves little. */
const leastBytes = 8192
const leastGain = 0.25
const rowsPerTransaction = 20

/** Number of characters at the start of a compressed output that stay searchable. */
const headLetters = 4000
/** Number of characters at the end that stay searchable. */
const tailLetters = 1000

const selectOutputs = `
  select m.id from messages m join sessions s on s.id = m.session_id
  where s.last_activity_at < ? and m.role = 'tool' and typeof(m.content) = 'text' and octet_length(m.content) > ${leastBytes}`

const selectContent = `select content from messages where id = ? and typeof(content) = 'text'`

const update = `
  update messages set content = @compressed, search_text = (
    select iif(length(text) > ${headLetters + tailLetters}, substr(text, 1, ${headLetters}) || ' ' || substr(text, -${tailLetters}), text)
    from (select coalesce(search_text, iif(substr(content, 1, 6) = char(1) || 'json:', searchable, content)) as text)
  ) where id = @id and content = @content`

/**
 * Compresses large tool outputs of conversations that have been inactive since `before`. Works in small batches, so
 * that other processes can write in between.
 *
 * @param before Time in seconds since the epoch.
 * @returns the number of compressed outputs.
 */
export async function compressOutputs(database: Database, before: number): Promise<number> {
  const ids = database.prepare<[number], number>(selectOutputs).pluck().all(before)
  const compress = createCompress(database)
  const transaction = createTransaction(database)
  let compressed = 0
  for (let begin = 0; begin < ids.length; begin += rowsPerTransaction) {
    const some = ids.slice(begin, begin + rowsPerTransaction)
    compressed += transaction(() => some.filter(compress).length)
    await nextTurn()
  }
  return compressed
}

function createCompress(database: Database): (id: number) => boolean {
  const select = database.prepare<[number], string>(selectContent).pluck()
  const set = database.prepare(update)
  return (id) => {
    const content = select.get(id)
    if (content === undefined) return false
    const compressed = compressText(content)
    if (compressed.length > Buffer.byteLength(content) * (1 - leastGain)) return false
    return set.run({ id, content, compressed }).changes > 0
  }
}
