import type { SessionRecord } from '@hermes/core'
import { keptInstructions, sanitizeTitle } from '@hermes/core/sessions'
import type { Context } from 'hono'
import * as z from 'zod'
import { callerOf } from '../request/caller.js'
import { orConflict } from '../request/or-conflict.js'
import { readBody } from '../request/read-body.js'
import { badRequest } from '../request/request-error.js'
import type { SessionAccess } from '../request/require-session.js'
import { newSessionId } from './new-session-id.js'

export const newSessionSchema = z.object({
  /** The id of the session. Default: a new one. */
  id: z.string().exactOptional(),
  title: z.string().min(1).exactOptional(),
  /** Added to the system prompt of the agent. */
  instructions: z.string().min(1).exactOptional(),
  /** The person that the client speaks for. */
  user: z.string().min(1).max(200).nullish(),
})

export interface CreateSessionServices extends SessionAccess {
  readonly workingDirectory: string
}

/** Handles `POST /api/sessions`: creates a session without messages. @throws {RequestError} 409 when its id or title is taken. */
export async function createSession(context: Context, services: CreateSessionServices): Promise<SessionRecord> {
  const { instructions, ...request } = await readBody(context, newSessionSchema)
  const caller = callerOf(context, request.user)
  const id = await newSessionId(request.id, caller, services)
  const created = services.store.sessions.create({
    id,
    source: services.source,
    startedAtMs: Date.now(),
    workingDirectory: services.workingDirectory,
    notes: keptInstructions.with({}, instructions ?? null),
    ...titleOf(request.title),
    ...(caller.userId !== undefined && { userId: caller.userId }),
  })
  return orConflict(created)
}

/** @throws {RequestError} if nothing remains of the title. */
export function titleOf(text: string | undefined): { readonly title?: string } {
  if (text === undefined) return {}
  const title = sanitizeTitle(text)
  if (title === undefined) throw badRequest("'title' is empty: use visible characters.", 'title')
  return { title }
}
