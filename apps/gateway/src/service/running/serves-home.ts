import { listGateways, type RunningGateway } from './running-gateways.js'

type Variables = Readonly<Record<string, string | undefined>>

/** Returns the gateways of this user on this machine that serve a home, including as one of several profiles. */
export async function gatewaysServing(home: string, env: Variables): Promise<readonly RunningGateway[]> {
  const running = await listGateways(env)
  return running.filter((gateway) => [gateway, ...(gateway.others ?? [])].some((served) => served.home === home))
}

/** Whether a gateway of this user on this machine serves a home. */
export async function servesHome(home: string, env: Variables): Promise<boolean> {
  return (await gatewaysServing(home, env)).length > 0
}
