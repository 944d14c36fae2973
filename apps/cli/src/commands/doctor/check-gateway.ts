import { profileOf } from '@hermes/runtime'
import { findHome } from '../../setup/open-home.js'
import { loadGateway } from '../gateway/gateway.js'
import type { CheckContext, Finding } from './check.js'

/** The gateways that serve this home, and why chat networks of this profile do not receive there. */
export async function checkGateway(context: CheckContext): Promise<Finding> {
  const { io, t } = context
  const paths = findHome(context)
  const { gatewaysServing } = await loadGateway()
  const running = await gatewaysServing(paths.home, io.env)
  if (running.length === 0) return { level: 'ok', text: t`none runs` }
  const reasons = running
    .flatMap(({ networks = [] }) => networks)
    .filter(({ profile }) => profile === profileOf(paths))
    .flatMap(({ name, reason }) => (reason === undefined ? [] : [`${name}: ${t.of(reason)}`]))
  if (reasons.length > 0) {
    return { level: 'warning', text: reasons.join('; '), fix: t`For all networks: hermes gateway status` }
  }
  return { level: 'ok', text: running.map(({ pid, url }) => t`process ${pid}, ${url}`).join('; ') }
}
