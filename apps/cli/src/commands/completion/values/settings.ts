import { type Config, listConfigKeys, listProfiles, loadConfig } from '@hermes/runtime'
import type { Candidate } from '../../../arguments/complete-words.js'
import type { ValueRequest, ValueSource } from './value-source.js'

export async function configOf({ paths, io }: Pick<ValueRequest, 'paths' | 'io'>): Promise<Config> {
  return (await loadConfig({ paths, variables: io.env })).config
}

export const profileValues: ValueSource = async ({ paths }) => (await listProfiles(paths)).map((word) => ({ word }))

export const serverValues: ValueSource = async (request) => {
  const { mcp_servers: servers } = await configOf(request)
  return Object.entries(servers).map(([word, { url, command = '' }]) => ({ word, description: url ?? command }))
}

/** Completes the names that `toolsets` accepts, each after the names typed before it. */
export const toolsetValues: ValueSource = async (request) => {
  const { toolsets } = await import('@hermes/tools')
  const { custom_toolsets: custom } = await configOf(request)
  const known = { ...toolsets, ...custom }
  const members = Object.values(known).flat()
  const names = new Set([...Object.keys(known), ...members.filter((name) => !name.startsWith('-'))])
  const before = request.typed.slice(0, request.typed.lastIndexOf(',') + 1)
  return [...names].map((name) => ({ word: `${before}${name}` }))
}

export async function settingValues(): Promise<readonly Candidate[]> {
  return listConfigKeys().map(({ path, description }) => ({ word: path, description }))
}
