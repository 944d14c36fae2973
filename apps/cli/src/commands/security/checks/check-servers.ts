import type { CheckContext, Finding } from '../../doctor/check.js'
import { notChecked } from './not-checked.js'

/** Checks for MCP servers that are fully trusted or reached without encryption. */
export async function checkServers({ loaded, t }: CheckContext): Promise<Finding> {
  if (!loaded) return notChecked(t)
  const servers = Object.entries(loaded.config.mcp_servers).filter(([, { enabled }]) => enabled)
  const plain = servers.filter(
    ([, { url }]) => url?.startsWith('http://') && !/^http:\/\/(127\.|localhost|\[::1\])/.test(url),
  )
  if (plain.length > 0) {
    return {
      level: 'error',
      text: t`reached without encryption: ${namesOf(plain)}`,
      fix: t`Use their https addresses.`,
    }
  }
  const full = servers.filter(([, { trust }]) => trust === 'full')
  if (full.length === 0)
    return { level: 'ok', text: servers.length === 0 ? t`none` : t`${servers.length}, none trusted` }
  return {
    level: 'warning',
    text: t`what these say about their tools is believed: ${namesOf(full)}`,
    fix: t`To be asked: hermes config set mcp_servers.${full[0]?.[0] ?? ''}.trust untrusted`,
  }
}

/** Checks for plugins that run inside Hermes. */
export async function checkPlugins({ loaded, t }: CheckContext): Promise<Finding> {
  if (!loaded) return notChecked(t)
  const { enabled, trusted } = loaded.config.installed_plugins
  const inside = trusted.filter((name) => enabled.includes(name))
  if (inside.length === 0)
    return { level: 'ok', text: enabled.length === 0 ? t`none` : t`${enabled.length}, each isolated` }
  return {
    level: 'warning',
    text: t`these may do all that Hermes may: ${inside.join(', ')}`,
    fix: t`Remove them from installed_plugins.trusted, unless they need it.`,
  }
}

function namesOf(entries: readonly (readonly [string, unknown])[]): string {
  return entries.map(([name]) => name).join(', ')
}
