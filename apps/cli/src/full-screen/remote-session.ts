import type { FrameChannel } from '@hermes/rpc'
import { connect, type RpcClient } from '@hermes/rpc/client'
import type { ParamsOf } from '@hermes/rpc/schemas'
import type { OptionValues } from '../arguments/options/options.js'
import type { Io } from '../io.js'
import { describeNoSession } from '../setup/resume/describe-no-session.js'
import { UsageError } from '../usage-error.js'

/** Number of recent sessions that are searched for the beginning of an id. */
const mostSearched = 1_000

/** Options that name the session to resume. */
export type Wanted = Pick<OptionValues, 'resume' | 'continue'>

/**
 * Resolves to the id of the remote session of `--resume` or `--continue`; `undefined` for a new one. `--continue` alone means the newest session
 * of the folder, else the newest one: which session this terminal used last is recorded in the store, which the server has open.
 *
 * @throws {UsageError} when there is no such session, or several match.
 */
export async function remoteSession(
  open: () => Promise<FrameChannel>,
  { resume, continue: name }: Wanted,
  { workingDirectory }: Pick<Io, 'workingDirectory'>,
): Promise<string | undefined> {
  if (resume !== undefined && name !== undefined)
    throw new UsageError('--resume and --continue both name the session to resume: use one of them.')
  const reference = resume ?? name
  if (reference === undefined) return undefined
  using client = await connect(await open(), { name: 'tui' })
  const newest = await idsOf(client, { limit: 1 })
  if (newest.length === 0) throw new UsageError('The server has no session to resume.')
  if (reference !== '' && reference !== 'latest') return await namedBy(client, reference)
  const [ofFolder] = await idsOf(client, { workingDirectory, limit: 1 })
  if (reference === 'latest' && ofFolder === undefined) throw new UsageError(describeNoSession(workingDirectory))
  return ofFolder ?? newest[0]
}

/** Resolves an id, the beginning of one, or a title, like `resolveSession`. */
async function namedBy(client: RpcClient, reference: string): Promise<string> {
  const ids = await idsOf(client, { limit: mostSearched })
  if (ids.includes(reference)) return reference
  const [titled] = await idsOf(client, { title: reference, limit: 1 })
  if (titled !== undefined) return titled
  const begun = ids.filter((id) => id.startsWith(reference))
  if (begun.length > 1)
    throw new UsageError(`${begun.length} sessions begin with "${reference}": write more of the id.`)
  // Only the server knows the id of a part of a session, and reports an unknown one.
  return begun[0] ?? reference
}

async function idsOf(client: RpcClient, params: ParamsOf<'session.list'>): Promise<readonly string[]> {
  const { sessions } = await client.call('session.list', params)
  return sessions.map(({ sessionId }) => sessionId)
}
