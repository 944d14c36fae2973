import type { SlashCommand } from '@hermes/core'

/** `/mcp` while no server is in use. Without it, the name would be unknown, although the settings and the guides mention it. */
export const withoutServers: SlashCommand = {
  name: 'mcp',
  description: 'Show the MCP servers',
  category: 'tools',
  run: async () =>
    'No MCP server is used here: `mcp add NAME` on the command line adds one, and `mcp list` shows those that are switched off.',
}
