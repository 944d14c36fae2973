import { agent, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk/unstable'
import * as z from 'zod'
import type { EditorFacts } from '../contracts/editor-client.js'
import type { EditorConnection, EditorStreams } from '../contracts/editor-connection.js'
import type { EditorHost } from '../contracts/editor-host.js'
import { toRequestError } from '../prompt/to-stop-reason.js'
import type { EditorSession } from '../session/editor-session.js'
import { listSessions } from '../session/list-sessions.js'
import { changesForReasoning, modelOption, reasoningOption } from '../session/model-options.js'
import { approvalsOf } from '../session/modes.js'
import { placeOf, Sessions } from '../session/sessions.js'
import { authMethods, describeAgent } from './capabilities.js'

/** The method of editors that do not support config options. */
const setModel = { method: 'session/set_model', params: z.object({ sessionId: z.string(), modelId: z.string() }) }

/** Serves the methods of the protocol over a connection. */
export function connectAgent(host: EditorHost, { input, output }: EditorStreams): EditorConnection {
  let facts: EditorFacts = { capabilities: {} }
  const sessions = new Sessions(host, () => facts)
  const { session: ofSession, ...ofAgent } = methods.agent

  const app = agent({ name: 'hermes' })
    .onRequest(ofAgent.initialize, ({ params }) => {
      const { clientCapabilities: capabilities = {}, clientInfo: info } = params
      facts = { capabilities, ...(info && { info }) }
      return describeAgent(host, params)
    })
    .onRequest(ofAgent.authenticate, ({ params: { methodId } }) => {
      const known = authMethods(host, facts.capabilities).map(({ id }) => id)
      if (!known.includes(methodId)) throw unknownValue('sign-in', methodId)
      return {}
    })
    .onRequest(ofSession.new, ({ params, client }) =>
      opened(sessions.create(placeOf(client, params)), (session) => ({ sessionId: session.id })),
    )
    .onRequest(ofSession.load, ({ params, client }) =>
      opened(sessions.resume(params.sessionId, placeOf(client, params)), async (session) => {
        await session.replay()
        return {}
      }),
    )
    .onRequest(ofSession.resume, ({ params, client }) =>
      opened(sessions.resume(params.sessionId, placeOf(client, params)), () => ({})),
    )
    .onRequest(ofSession.fork, ({ params, client }) =>
      opened(sessions.fork(params.sessionId, placeOf(client, params)), (session) => ({ sessionId: session.id })),
    )
    .onRequest(ofSession.list, ({ params: { cwd, cursor } }) =>
      listSessions(host.store, { folder: cwd ?? undefined, cursor: cursor ?? undefined }),
    )
    .onRequest(ofSession.close, async ({ params: { sessionId } }) => {
      await sessions.close(sessionId)
      return {}
    })
    .onRequest(ofSession.prompt, ({ params: { sessionId, prompt }, signal }) =>
      told(() => sessions.get(sessionId).prompt(prompt, signal)),
    )
    .onNotification(ofSession.cancel, ({ params: { sessionId } }) => sessions.find(sessionId)?.cancel())
    .onRequest(ofSession.setMode, async ({ params: { sessionId, modeId } }) => {
      const approvals = approvalsOf(modeId)
      if (!approvals) throw unknownValue('mode', modeId)
      await told(() => sessions.get(sessionId).choose({ approvals }))
      return {}
    })
    .onRequest(ofSession.setConfigOption, async ({ params: { sessionId, configId, value } }) => {
      const session = sessions.get(sessionId)
      await told(() => setOption(session, configId, value))
      return { configOptions: await session.configOptions() }
    })
    .onRequest(setModel.method, setModel.params, async ({ params: { sessionId, modelId } }) => {
      await told(() => sessions.get(sessionId).chooseModel(modelId))
      return {}
    })

  const connection = app.connect(ndJsonStream(output, input))
  return {
    closed: connection.closed,
    async [Symbol.asyncDispose]() {
      connection.close()
      await sessions[Symbol.asyncDispose]()
    },
  }
}

/** Returns the answer that opens a session. The updates that follow it are sent later. */
async function opened<Answer extends object>(
  opening: Promise<EditorSession> | EditorSession,
  toAnswer: (session: EditorSession) => Promise<Answer> | Answer,
) {
  return told(async () => {
    const session = await opening
    const answer = { ...(await toAnswer(session)), ...(await session.state()) }
    setImmediate(() => void session.announce().catch(() => undefined))
    return answer
  })
}

async function setOption(session: EditorSession, configId: string, value: string | boolean): Promise<void> {
  if (configId === modelOption && typeof value === 'string') return session.chooseModel(value)
  const changes = configId === reasoningOption ? changesForReasoning(String(value)) : undefined
  if (!changes) throw unknownValue('setting', `${configId}=${value}`)
  return session.choose(changes)
}

/** Converts errors to those with the sentence that people read. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toRequestError(error)
  }
}

function unknownValue(kind: string, value: string): RequestError {
  return RequestError.invalidParams({ [kind]: value }, `There is no ${kind} "${value}"`)
}
