import { McpServer, type ServerOptions } from '@modelcontextprotocol/server'
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import type { ClientScope, ConversationHost } from './conversation-host.js'
import { addQuestionTools } from './question-tools.js'
import { addReadingTools } from './reading-tools.js'
import { addSendingTools } from './sending-tools.js'
import { skillSource } from './skills/skill-source.js'

/**
 * Creates the server of one client, with the skills and tools of its scope. Tools beyond the scope are neither listed
 * nor callable.
 */
export function conversationServer(host: ConversationHost, scope: ClientScope, options?: ServerOptions): McpServer {
  const server = new McpServer({ name: 'hermes', version: host.version }, options)
  const warn = (sentence: string) => host.warn?.(sentence)
  if (host.skills) {
    const source = skillSource(host.skills, warn)
    new SkillsExtension({ source, onWarning: ({ path, message }) => warn(`${path}: ${message}`) }).attach(server)
  }
  if (scope === 'skills') return server
  addReadingTools(server, host)
  if (scope !== 'read') addSendingTools(server, host)
  if (scope === 'all') addQuestionTools(server, host)
  return server
}
