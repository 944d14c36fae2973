import { listGateways } from './running-gateways.js'

/** Whether a gateway of this user on this machine serves a home. */
export async function servesHome(home: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const running = await listGateways(env)
  return running.some((gateway) => [gateway, ...(gateway.others ?? [])].some((served) => served.home === home))
}
