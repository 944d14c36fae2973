import { randomUUID } from 'node:crypto'
import type { SessionRecord } from '@hermes/core'
import { keptInstructions } from '@hermes/core/sessions'
import type { Caller } from '../request/caller.js'
import { namedKey } from '../runs/start/named-key.js'
import type { RunServices } from '../runs/start/start-run.js'
import { findConversation } from './require-conversation.js'

/** Creates a session without messages, which responses with its id as `conversation` continue. */
export async function createConversation({ userId }: Caller, services: RunServices): Promise<SessionRecord> {
  const { store, conversations, source, workingDirectory } = services
  const session = await store.sessions.create({
    id: `conv_${randomUUID().replaceAll('-', '')}`,
    source,
    workingDirectory,
    startedAtMs: Date.now(),
    notes: keptInstructions.with({}, null),
    ...(userId !== undefined && { userId }),
  })
  await conversations.assign(namedKey(session.id, { userId }, source), session.id)
  return session
}

/** Gives a conversation that was created without a turn the instructions of its first response. */
export async function giveInstructions(
  name: string,
  instructions: string,
  caller: Caller,
  services: RunServices,
): Promise<void> {
  const session = await findConversation(name, caller, services)
  if (!session || session.systemPrompt !== undefined) return
  await services.store.sessions.update(session.id, { notes: keptInstructions.with(session.notes, instructions) })
}
