import { HermesError, type JsonObject } from '@hermes/core'
import type { LoginStore, McpServer, RegisteredClient, ServerRequests, StoredLogin } from '@hermes/mcp'
import { createMcpServer, logInToServer } from '@hermes/mcp'

/** What the conformance suite asks its client to do. */
export interface Scenario {
  readonly name: string
  readonly url: string
  readonly context?: {
    readonly client_id?: string
    readonly client_secret?: string
    readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[]
  }
}

/**
 * The maximum number of logins, more than any server needs. The client must refuse a server that asks again and again.
 */
const mostLogins = 10

/** Uses a server as an agent does, with a person who logs in whenever the client asks for it. */
export async function playScenario({ name, url, context = {} }: Scenario): Promise<void> {
  const logins = memoryLogins()
  const client = registeredClient(name, context)
  const signal = AbortSignal.timeout(20_000)
  await using server = createMcpServer({
    settings: {
      name: 'conformance',
      endpoint: { kind: 'http', url, headers: {}, login: client },
      toolset: 'mcp-conformance',
      trust: 'untrusted',
      timeoutMs: 15_000,
      connectTimeoutMs: 15_000,
      keepaliveMs: 0,
      isParallel: false,
      hasResources: true,
      hasPrompts: true,
      mayElicit: true,
      maySample: true,
      getsRoots: true,
    },
    services: {
      fetch,
      logins,
      requests,
      startProcess: () => Promise.reject(new Error('There are no programs.')),
    },
  })
  const logIn = () =>
    logInToServer({
      server: 'conformance',
      url,
      store: logins,
      client,
      fetch,
      signal,
      // The browser of somebody who is already logged in.
      person: { showPage: async ({ page }) => void (await fetch(page)) },
    })

  /** Repeats work that required a login. */
  async function loggedIn<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (!HermesError.is(error) || error.code !== 'mcp/login' || attempt === mostLogins) throw error
        await logIn()
      }
    }
  }

  await loggedIn(() => server.refresh())
  if (name.startsWith('sep-2640-client-verify')) await readSkills(server, signal)
  // An agent continues when a call fails.
  let failed: unknown
  for (const { name: tool, args } of await callsFor(server, context)) {
    try {
      await loggedIn(() => server.callTool(tool, args, { sessionId: 's', signal, report: () => undefined }))
    } catch (error) {
      failed ??= error
    }
  }
  if (failed) throw failed
}

/** Reads each skill as an agent does: its files only if its SKILL.md matches the one in the list. */
async function readSkills(server: McpServer, signal: AbortSignal): Promise<void> {
  const origin = { sessionId: 's', signal, report: () => undefined }
  for (const skill of server.listing?.skills ?? []) {
    await server.readSkill(skill, undefined, origin)
    for (const { uri } of skill.resources === 'dynamic' ? [] : skill.resources) {
      await server.readSkill(skill, uri, origin)
    }
  }
}

async function callsFor({ listing }: McpServer, { toolCalls }: NonNullable<Scenario['context']>) {
  if (toolCalls) return toolCalls.map(({ name, arguments: args }) => ({ name, args }))
  const tools = listing?.tools ?? []
  const rich = tools.find(({ name }) => name === 'json_schema_2020_12_tool')
  return tools.map(({ name, parameters }) => ({
    name,
    args: name === 'json_schema_echo' && rich ? { schema: rich.parameters } : sampleArguments(parameters),
  }))
}

/** Returns a value of the right type for each parameter. */
function sampleArguments({ properties }: JsonObject): JsonObject {
  const samples: Readonly<Record<string, string | number | boolean>> = {
    string: 'a',
    number: 2,
    integer: 2,
    boolean: true,
  }
  return Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([name, schema]) => {
      const sample = samples[(schema as { readonly type?: string }).type ?? '']
      return sample === undefined ? [] : [[name, sample]]
    }),
  )
}

function registeredClient(
  name: string,
  { client_id: id, client_secret: secret }: NonNullable<Scenario['context']>,
): RegisteredClient {
  if (name === 'auth/basic-cimd') return { id: 'https://conformance-test.local/client-metadata.json' }
  return { ...(id !== undefined && { id }), ...(secret !== undefined && { secret }) }
}

/** Answers like a person who accepts every form without filling it in, and like a model. */
const requests: ServerRequests = {
  elicit: async () => ({ action: 'accept', content: {} }),
  sample: async () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'An answer.' } }),
  roots: () => ['/tmp'],
}

function memoryLogins(): LoginStore {
  let login: StoredLogin | undefined
  let last: Promise<unknown> = Promise.resolve()
  return {
    load: async () => login,
    async save(next) {
      login = next
    },
    exclusive(work) {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
  }
}
