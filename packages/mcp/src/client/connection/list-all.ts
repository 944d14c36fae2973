import type { Logger } from '@hermes/core'
import type { Client, Prompt, Tool } from '@modelcontextprotocol/client'
import { listSkills } from '../skills/list-skills.js'
import { toJsonObject } from '../wire/normalize-schema.js'
import type { Listing, RemotePrompt, RemoteTool } from '../wire/remote-tool.js'

/** Maximum number of tools of a server. More are left out. */
const mostTools = 2_000
const mostPrompts = 500
const longestDescription = 4_000

/** Returns everything that a server offers, by name, because its order does not matter. */
export async function listAll(
  client: Client,
  signal: AbortSignal,
  { timeout, ...about }: { readonly timeout: number; readonly server: string; readonly logger: Logger },
): Promise<Listing> {
  const options = { signal, timeout, cacheMode: 'refresh' as const }
  const { tools = false, prompts = false, resources } = client.getServerCapabilities() ?? {}
  const [toolList, promptList, skills] = await Promise.all([
    tools ? client.listTools(undefined, options) : { tools: [] },
    prompts ? client.listPrompts(undefined, options) : { prompts: [] },
    listSkills(client, options, about),
  ])
  return {
    tools: byName(toolList.tools.slice(0, mostTools).map(toRemoteTool)),
    prompts: byName(promptList.prompts.slice(0, mostPrompts).map(toRemotePrompt)),
    hasResources: resources !== undefined,
    skills,
  }
}

function toRemoteTool({ name, title, description = title ?? name, inputSchema, annotations }: Tool): RemoteTool {
  return {
    name,
    description: shorten(description),
    parameters: toJsonObject(inputSchema),
    isReadOnly: annotations?.readOnlyHint === true,
    isIdempotent: annotations?.idempotentHint === true,
  }
}

function toRemotePrompt({
  name,
  title,
  description = title ?? name,
  arguments: parameters = [],
}: Prompt): RemotePrompt {
  return {
    name,
    description: shorten(description),
    parameters: parameters.map((each) => ({ name: each.name, isRequired: each.required === true })),
  }
}

function shorten(text: string): string {
  return text.length > longestDescription ? `${text.slice(0, longestDescription).toWellFormed()}...` : text
}

/** Removes duplicate names, which are ambiguous. The first one is kept. */
function byName<Item extends { readonly name: string }>(items: readonly Item[]): readonly Item[] {
  const first = new Map<string, Item>()
  for (const item of items) if (!first.has(item.name)) first.set(item.name, item)
  return [...first.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
}
