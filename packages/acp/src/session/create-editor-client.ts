import type { AgentContext } from '@agentclientprotocol/sdk/unstable'
import * as z from 'zod'
import type { EditorClient, EditorFacts } from '../contracts/editor-client.js'

/** Creates the requests to the editor for one session. */
export function createEditorClient(
  context: AgentContext,
  sessionId: string,
  { capabilities, info }: EditorFacts,
): EditorClient {
  const { fs, elicitation } = capabilities
  return {
    capabilities,
    ...(fs?.readTextFile && {
      readText: async (path) => (await context.request('fs/read_text_file', { sessionId, path })).content,
    }),
    ...(fs?.writeTextFile && {
      writeText: async (path, content) => {
        await context.request('fs/write_text_file', { sessionId, path, content })
      },
    }),
    // The person who runs the program is its owner.
    sender: {
      person: { id: 'local', role: 'admin' },
      surface: { kind: 'editor', ...(info && { name: info.name }) },
    },
    ...(elicitation?.form && { ask: askWithForm(context, sessionId) }),
    update: (update) => context.notify('session/update', { sessionId, update }),
    requestPermission: (request, signal) =>
      context.request(
        'session/request_permission',
        { sessionId, ...request },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      ),
  }
}

/** Asks with a form that has one field. */
function askWithForm(context: AgentContext, sessionId: string): NonNullable<EditorClient['ask']> {
  return async (message, choices, signal) => {
    const field = { type: 'string' as const, title: 'Answer', ...(choices.length > 0 && { enum: [...choices] }) }
    const answer = await context.request(
      'elicitation/create',
      {
        mode: 'form',
        sessionId,
        message,
        requestedSchema: { type: 'object', properties: { answer: field }, required: ['answer'] },
      },
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    )
    if (answer.action !== 'accept' || !('content' in answer)) return undefined
    return z.object({ answer: z.string() }).safeParse(answer.content).data?.answer
  }
}
