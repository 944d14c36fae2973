import { isIP } from 'node:net'
import type { CheckContext, Finding } from '../../doctor/check.js'
import { notChecked } from './not-checked.js'

/** Minimum length of a key, in characters. A shorter one can be guessed. */
const leastKeyChars = 24

/** Checks who can reach the agent remotely: through the API, and on chat networks. */
export async function checkGateway({ loaded, t }: CheckContext): Promise<Finding> {
  if (!loaded) return notChecked(t)
  const { gateway, platforms } = loaded.config
  const { host, key = '' } = gateway.api_server
  const open = Object.entries(platforms).filter(([, { enabled, allow_all: everyone }]) => enabled && everyone)
  if (open.length > 0) {
    return {
      level: 'error',
      text: t`everyone on ${open.map(([name]) => name).join(', ')} may write to the agent`,
      fix: t`Name the people: hermes config set platforms.${open[0]?.[0] ?? ''}.allow_all false, and use allow_from or pairing.`,
    }
  }
  if (isLocal(host)) return { level: 'ok', text: t`listens on ${host}` }
  if (key !== '' && key.length < leastKeyChars) {
    return {
      level: 'error',
      text: t`listens on ${host} with a key that can be guessed`,
      fix: t`Set API_SERVER_KEY to the output of \`openssl rand -hex 24\`.`,
    }
  }
  return {
    level: 'warning',
    text: t`listens on ${host}, which other machines can reach`,
    fix: t`Unless that is wanted: hermes config set gateway.api_server.host 127.0.0.1`,
  }
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
