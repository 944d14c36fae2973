import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, type HomePaths, homePaths, loadConfig } from '@hermes/runtime'
import { english } from '@hermes/safety/language'

/** Describes what a third-party profile runs or loosens, one sentence each. @throws {ConfigError} when its settings are invalid. */
export async function describeRisks(home: string): Promise<readonly string[]> {
  const paths = homePaths(home)
  const { config } = await loadConfig({ paths, variables: {} })
  const servers = Object.keys(config.mcp_servers)
  return [
    ...(servers.length > 0 ? [english`It starts the MCP servers ${servers.join(', ')}.`] : []),
    ...(config.plugins.length > 0
      ? [english`It loads the plugins ${config.plugins.map(({ use }) => use).join(', ')}.`]
      : []),
    ...(config.approvals.mode === 'off'
      ? [english`It runs dangerous commands without asking (approvals.mode: off).`]
      : []),
    ...(config.command_allowlist.length > 0
      ? [english`It allows dangerous commands for good (command_allowlist).`]
      : []),
    ...(config.terminal.sandbox === 'off'
      ? [english`It runs commands without a sandbox (terminal.sandbox: off).`]
      : []),
    ...addressesOf(config).map((address) => english`It sends conversations to ${address}.`),
    ...(await scriptsOf(paths)),
  ]
}

/** Returns the addresses of the profile's own servers. */
function addressesOf({ model, providers }: Config): readonly string[] {
  const named = Object.values(providers).map(({ base_url }) => base_url)
  return [...new Set([...(model.base_url === undefined ? [] : [model.base_url]), ...named])]
}

async function scriptsOf({ home }: HomePaths): Promise<readonly string[]> {
  const names = await readdir(join(home, 'scripts')).catch(() => [])
  return names.length > 0 ? [english`It contains scripts for scheduled jobs: ${names.join(', ')}.`] : []
}
