import type { Handlers } from '../connection/client-connection.js'
import { modelOf } from './snapshot-of.js'

/** Methods for models, settings, tools and background work. */
export const settingsMethods = {
  async 'config.get'({ sessionId }, { client }) {
    const { conversation, workspace } = client.session(sessionId)
    const settings = await workspace.settings()
    return { choice: conversation.choice, settings: settings.map(({ name, value }) => ({ name, value })) }
  },
  async 'config.set'({ sessionId, changes, isOnce = false }, { client, host }) {
    const { conversation } = client.session(sessionId)
    return { choice: await conversation.choose(changes, host.sender.person, { once: isOnce }) }
  },
  async 'model.options'({ sessionId }, { client, signal }) {
    const { conversation, workspace } = client.session(sessionId)
    const { model } = await workspace.agentFor(conversation.choice)
    return { current: modelOf(model), models: await workspace.models(signal) }
  },
  'tools.list': async ({ sessionId }, { client }) => ({ tools: await client.session(sessionId).workspace.tools() }),
  'process.stop': async ({ sessionId }, { client }) => ({
    stopped: await client.session(sessionId).workspace.stopProcesses(sessionId),
  }),
  'reload.env': async ({ sessionId }, { client }) => ({
    isChanged: await client.session(sessionId).workspace.reload(),
  }),
  'reload.mcp': async ({ sessionId }, { client }) => ({
    isChanged: await client.session(sessionId).workspace.reload(),
  }),
} satisfies Partial<Handlers>
