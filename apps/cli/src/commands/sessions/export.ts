import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { exportFormats, loadExported } from '@hermes/conversations/stored'
import { describeError, HermesError, type SessionStore, type SessionSummary } from '@hermes/core'
import { lineageMembers, resolveSession } from '@hermes/core/sessions'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { type Io, type OutputStream, write, writeLine } from '../../io.js'
import { withStoreToRead } from '../../setup/with-store.js'
import { UsageError } from '../../usage-error.js'

/** `hermes sessions export [SESSION]`: exports each session separately, including continuations. */
export const exportSessions: CommandHandler = async (context) => {
  const { values, io } = context
  const format = exportFormats[values.format ?? 'jsonl']
  const missing: { readonly id: string; readonly error: unknown }[] = []
  await withStoreToRead(context, async (store) => {
    const sessions = await chosen(store, context)
    await withOutput(io, values.output, async (output) => {
      await write(output, format.start)
      for (const { id } of sessions) {
        const session = await loadExported(store, id).catch((error: unknown) => void missing.push({ id, error }))
        if (session) await write(output, format.toText(session))
      }
      await write(output, format.end)
    })
  })
  // A damaged session must not prevent the export of the others.
  const { t } = io
  for (const { id, error } of missing)
    await writeLine(io.stderr, t`${id} was not exported: ${t.of(describeError(error))}`)
  return missing.length === 0 ? exitCode.ok : exitCode.failed
}

async function chosen(store: SessionStore, { values, parameters }: CommandContext): Promise<readonly SessionSummary[]> {
  const [reference] = parameters
  if (reference !== undefined && (values.all || values.source !== undefined)) {
    throw new UsageError('Name one session, or use --all or --source, not both.')
  }
  if (reference !== undefined) return lineageMembers(store, await resolveSession(store, reference))
  if (!values.all && values.source === undefined) throw new UsageError('Which session? Name one, or use --all.')
  // Oldest first, so that parents precede their children.
  const found = await store.sessions.find(values.source === undefined ? {} : { source: values.source })
  return found.toSorted((left, right) => left.startedAtMs - right.startedAtMs || left.id.localeCompare(right.id))
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
  // The await below reports a failure of the stream.
  written.catch(() => undefined)
  await use(output)
  output.end()
  await written.catch((cause: unknown) => {
    throw new HermesError('cli/output', `${file} cannot be written: check its folder and its permissions.`, { cause })
  })
}
