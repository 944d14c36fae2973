import type { CommandSpec } from '../../arguments/command-spec.js'
import { modelOptions } from '../../arguments/shared-options.js'

export const mcpCommands: readonly CommandSpec[] = [
  {
    path: 'mcp list',
    summary: 'List MCP servers',
    options: ['json'],
    examples: ['hermes mcp list', 'hermes mcp list --json'],
    load: async () => (await import('./list.js')).listServers,
  },
  {
    path: 'mcp add',
    summary: 'Add an MCP server and approve its tools',
    parameters: ['<name>', '[command...]'],
    options: ['url', 'trust', 'yes'],
    examples: [
      'hermes mcp add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes',
      'hermes mcp add tracker --url https://tracker.example.com/mcp',
    ],
    load: async () => (await import('./edit.js')).addServer,
  },
  {
    path: 'mcp catalog',
    summary: 'Search for public MCP servers that can be added by name',
    parameters: ['[words...]'],
    options: ['json'],
    examples: ['hermes mcp catalog', 'hermes mcp catalog search', 'hermes mcp add playwright'],
    load: async () => (await import('./catalog/list-catalog.js')).listCatalog,
  },
  {
    path: 'mcp remove',
    summary: 'Remove an MCP server and its approvals',
    parameters: ['<name>'],
    completes: ['server'],
    options: [],
    examples: ['hermes mcp remove files'],
    load: async () => (await import('./edit.js')).removeServer,
  },
  {
    path: 'mcp test',
    summary: 'Connect to an MCP server and list its tools',
    parameters: ['<name>'],
    completes: ['server'],
    options: ['json'],
    examples: ['hermes mcp test files', 'hermes mcp test files --json'],
    load: async () => (await import('./test.js')).testServer,
  },
  {
    path: 'mcp login',
    summary: 'Log in to a remote MCP server',
    parameters: ['<name>'],
    completes: ['server'],
    options: ['no-browser', 'device', 'json'],
    examples: ['hermes mcp login tracker', 'hermes mcp login tracker --device'],
    load: async () => (await import('./login.js')).logInServer,
  },
  {
    path: 'mcp configure',
    summary: 'Review and approve new and changed tools of an MCP server',
    parameters: ['<name>'],
    completes: ['server'],
    options: ['yes'],
    examples: ['hermes mcp configure files'],
    load: async () => (await import('./edit.js')).configureServer,
  },
  {
    path: 'mcp serve',
    summary: 'Serve conversations to MCP clients over stdio or HTTP',
    options: ['scope', 'http', 'port', 'host', 'origin', ...modelOptions],
    examples: ['hermes mcp serve', 'hermes mcp serve --scope send', 'hermes mcp serve --http --scope all'],
    load: async () => (await import('./serve/serve.js')).serveClient,
  },
]
