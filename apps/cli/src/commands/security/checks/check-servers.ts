import type { CheckContext, Finding } from '../../doctor/check.js'
import { unread } from './unread.js'

/** MCP servers whose word is taken, and those that are reached without encryption. */
export async function checkServers({ loaded }: CheckContext): Promise<Finding> {
  if (!loaded) return unread
  const servers = Object.entries(loaded.config.mcp_servers).filter(([, { enabled }]) => enabled)
  const plain = servers.filter(
    ([, { url }]) => url?.startsWith('http://') && !/^http:\/\/(127\.|localhost|\[::1\])/.test(url),
  )
  if (plain.length > 0) {
    return { level: 'error', text: `reached without encryption: ${namesOf(plain)}`, fix: 'Use their https addresses.' }
  }
  const full = servers.filter(([, { trust }]) => trust === 'full')
  if (full.length === 0) return { level: 'ok', text: servers.length === 0 ? 'none' : `${servers.length}, none trusted` }
  return {
    level: 'warning',
    text: `what these say about their tools is believed: ${namesOf(full)}`,
    fix: `To be asked: hermes config set mcp_servers.${full[0]?.[0]}.trust untrusted`,
  }
}

/** Plugins that run inside Hermes. */
export async function checkPlugins({ loaded }: CheckContext): Promise<Finding> {
  if (!loaded) return unread
  const { enabled, trusted } = loaded.config.installed_plugins
  const inside = trusted.filter((name) => enabled.includes(name))
  if (inside.length === 0)
    return { level: 'ok', text: enabled.length === 0 ? 'none' : `${enabled.length}, each isolated` }
  return {
    level: 'warning',
    text: `these may do all that Hermes may: ${inside.join(', ')}`,
    fix: 'Remove them from installed_plugins.trusted, unless they need it.',
  }
}

function namesOf(entries: readonly (readonly [string, unknown])[]): string {
  return entries.map(([name]) => name).join(', ')
}
