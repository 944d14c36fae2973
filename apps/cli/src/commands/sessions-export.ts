import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { HermesError, lineageMembers, resolveSession, type SessionRecord, type SessionStore } from '@hermes/core'
import { exitCode } from '../exit-code.js'
import { type Io, type OutputStream, writeLine } from '../io.js'
import { toSessionRow } from '../sessions/session-row.js'
import { withStore } from '../setup/with-store.js'
import { UsageError } from '../usage-error.js'
import type { CommandContext, CommandHandler } from './command-handler.js'

/** `hermes sessions export [SESSION]`: one session a line, its continuations on lines of their own. */
export const exportSessions: CommandHandler = async (context) => {
  const { values, io } = context
  await withStore(context, async (store) => {
    const records = await chosen(store, context)
    await withOutput(io, values.output, async (output) => {
      for (const record of records) await writeLine(output, await toLine(store, record))
    })
  })
  return exitCode.ok
}

async function chosen(store: SessionStore, { values, parameters }: CommandContext): Promise<readonly SessionRecord[]> {
  const [reference] = parameters
  if (reference !== undefined && (values.all || values.source !== undefined)) {
    throw new UsageError('Name one session, or give --all or --source: not both.')
  }
  if (reference !== undefined) return lineageMembers(store, await resolveSession(store, reference))
  if (!values.all && values.source === undefined) throw new UsageError('Which session? Name one, or give --all.')
  return store.sessions.find(values.source === undefined ? {} : { source: values.source })
}

async function toLine(store: SessionStore, record: SessionRecord): Promise<string> {
  const stored = await store.messages.load(record.id)
  const system = record.systemPrompt === undefined ? [] : [{ role: 'system', content: record.systemPrompt }]
  const messages = [...system, ...stored.map(({ message }) => message)]
  return JSON.stringify({ ...toSessionRow(record), messages })
}

async function withOutput(
  { stdout, workingDirectory }: Io,
  file: string | undefined,
  use: (output: OutputStream) => Promise<void>,
): Promise<void> {
  if (file === undefined || file === '-') return use(stdout)
  const { resolve } = await import('node:path')
  const output = createWriteStream(resolve(workingDirectory, file), { mode: 0o600 })
  const written = finished(output)
  // The stream's failure is reported by the await below, however early it comes.
  written.catch(() => undefined)
  await use(output)
  output.end()
  await written.catch((cause: unknown) => {
    throw new HermesError('cli/output', `${file} cannot be written: check its folder and its permissions.`, { cause })
  })
}
