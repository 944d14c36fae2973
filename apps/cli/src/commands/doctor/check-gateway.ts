import { profileOf } from '@hermes/runtime'
import { findHome } from '../../setup/open-home.js'
import { loadGateway } from '../gateway/gateway.js'
import type { CheckContext, Finding } from './check.js'

/** Checks the gateways that serve this home, and why chat networks of this profile do not receive messages there. */
export async function checkGateway(context: CheckContext): Promise<Finding> {
  const { io, t } = context
  const paths = findHome(context)
  const { gatewaysServing } = await loadGateway()
  const running = await gatewaysServing(paths.home, io.env)
  if (running.length === 0) return { level: 'ok', text: t`none runs` }
  const silent = running
    .flatMap(({ networks = [] }) => networks)
    .filter(({ profile, reason }) => profile === profileOf(paths) && reason !== undefined)
  const reasons = silent.map(({ name, reason = '' }) => `${name}: ${t.of(reason)}`)
  // A replica that waits for another gateway to end works as intended.
  if (silent.some(({ status }) => status !== 'waiting')) {
    return { level: 'warning', text: reasons.join('; '), fix: t`For all networks: hermes gateway status` }
  }
  return { level: 'ok', text: [...running.map(({ pid, url }) => t`process ${pid}, ${url}`), ...reasons].join('; ') }
}
