export type { LogInOptions } from './client/auth/log-in.js'
export type { LoginStore, StoredLogin } from './client/auth/login-store.js'
export type { CallOrigin } from './client/connection/open-connection.js'
export type { RequestOrigin, ServerRequests } from './client/connection/server-requests.js'
export { createListCache, type ListCache } from './client/server/list-cache.js'
export { logInToServer } from './client/server/log-in-to-server.js'
export { createMcpServer, type McpServer, type McpServerOptions } from './client/server/mcp-server.js'
export { type ServerTool, toolsOf } from './client/tools/tools-of.js'
export type { RemoteSkill, RemoteSkillFile } from './client/wire/remote-skill.js'
export type { Listing, RemotePrompt, RemoteTool } from './client/wire/remote-tool.js'
export type {
  HttpEndpoint,
  McpEndpoint,
  McpServerSettings,
  RegisteredClient,
  StdioEndpoint,
} from './client/wire/settings.js'
export type {
  ClientScope,
  ConversationHost,
  FoundMessage,
  ListedConversation,
  MessageToSend,
  SentMessage,
} from './server/conversation-host.js'
export { type ClientConnection, type ServeOptions, serveConversations } from './server/serve-conversations.js'
export {
  type HttpClient,
  type HttpServeOptions,
  type HttpService,
  serveConversationsOverHttp,
} from './server/serve-over-http.js'
export type { ServedSkill, SkillHost } from './server/skills/skill-host.js'
