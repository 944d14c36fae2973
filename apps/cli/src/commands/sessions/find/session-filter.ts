import { resolve } from 'node:path'
import type { SessionStore, SessionSummary } from '@hermes/core'
import { isContinuation, isUnlisted } from '@hermes/core/sessions'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { worksIn } from './works-in.js'

/** Finds the sessions for a list, newest activity first: one per conversation, without archived ones. */
export async function findSessions(
  store: SessionStore,
  { values, io }: Pick<CommandContext, 'values' | 'io'>,
): Promise<readonly SessionSummary[]> {
  const { all, archived, source, workspace } = values
  const found = await store.sessions.find({
    ...(source !== undefined && { source }),
    ...(!all && { archived: archived === true }),
  })
  const isHidden = (session: SessionSummary) =>
    !all && (isContinuation(session) || (isUnlisted(session) && source === undefined))
  const folder = workspace === undefined ? undefined : resolve(io.workingDirectory, workspace)
  return found.filter((session) => !isHidden(session) && (folder === undefined || worksIn(session, folder)))
}
