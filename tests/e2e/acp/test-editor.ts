import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { Readable, Transform, Writable } from 'node:stream'
import {
  type ClientCapabilities,
  type ClientContext,
  client,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionNotification,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import { expect, onTestFinished } from 'vitest'
import { main, type Sandbox } from '../hermes.js'
import { FrameCheck } from './frame-check.js'

export interface EditorOptions {
  readonly sandbox: Sandbox
  readonly args?: readonly string[]
  readonly capabilities?: ClientCapabilities
  readonly env?: Readonly<Record<string, string>>
  /** Returns the option that the person chooses; `undefined` leaves the question open. Default: rejects. */
  readonly answer?: (request: RequestPermissionRequest) => string | undefined
  /** Unsaved texts by path, which stand for files of the editor: read and written if given. */
  readonly buffers?: Map<string, string>
  /** Splits the bytes to the agent. Default: unchanged. */
  readonly cut?: (data: Buffer) => readonly Buffer[]
}

/** An editor: the client of the official SDK, with the built agent as its process. */
export interface TestEditor extends AsyncDisposable {
  readonly agent: ClientContext
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>
  readonly updates: SessionNotification[]
  readonly permissions: RequestPermissionRequest[]
  readonly frames: FrameCheck
  stderr(): string
  /** Returns the updates of one kind in a session. */
  of<Kind extends SessionUpdate['sessionUpdate']>(
    kind: Kind,
    sessionId?: string,
  ): readonly Extract<SessionUpdate, { sessionUpdate: Kind }>[]
  /** Returns the text of the answers in a session. */
  said(sessionId?: string): string
  newSession(cwd?: string): Promise<string>
  prompt(sessionId: string, text: string): Promise<string>
}

/** Returns settings for a fake provider, without a second model call for titles. */
export function configFor(baseUrl: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    model: { provider: 'custom', base_url: baseUrl, default: 'fake-model', context_length: 100_000 },
    auxiliary: { title_generation: { enabled: false } },
    ...more,
  })
}

/** Starts an agent and connects an editor to it. Every frame must conform to the schema. */
export async function startEditor(options: EditorOptions): Promise<TestEditor> {
  const { sandbox, args = [], capabilities = {}, answer = () => 'deny', cut = (data) => [data] } = options
  const child = spawn(process.execPath, [main, 'acp', ...args], {
    cwd: sandbox.workspace,
    env: { PATH: process.env.PATH, HOME: sandbox.home, HERMES_HOME: sandbox.home, LANG: 'C.UTF-8', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => child.stdin.destroy())
  const frames = new FrameCheck()
  const updates: SessionNotification[] = []
  const permissions: RequestPermissionRequest[] = []
  const { buffers } = options
  const connection = client({ name: 'test-editor' })
    .onRequest('fs/read_text_file', ({ params: { path } }) => {
      const content = buffers?.get(path)
      if (content === undefined) throw RequestError.resourceNotFound(path)
      return { content }
    })
    .onRequest('fs/write_text_file', ({ params: { path, content } }) => {
      buffers?.set(path, content)
      return {}
    })
    .onNotification('session/update', ({ params }) => void updates.push(params))
    .onRequest('session/request_permission', ({ params, signal }) => {
      permissions.push(params)
      const optionId = answer(params)
      if (optionId !== undefined) return selected(optionId)
      return new Promise<RequestPermissionResponse>((resolve) =>
        signal.addEventListener('abort', () => resolve({ outcome: { outcome: 'cancelled' } })),
      )
    })
    .connect(
      ndJsonStream(
        Writable.toWeb(toAgent(child.stdin, frames, cut)),
        Readable.toWeb(child.stdout.pipe(watching(frames))) as ReadableStream<Uint8Array>,
      ),
    )
  const { agent } = connection
  const editor: TestEditor = {
    agent,
    process: child,
    updates,
    permissions,
    frames,
    stderr: () => stderr,
    of: (kind, sessionId) =>
      updates.flatMap(({ update, sessionId: of }) =>
        isKind(update, kind) && (sessionId === undefined || of === sessionId) ? [update] : [],
      ),
    said: (sessionId) =>
      editor
        .of('agent_message_chunk', sessionId)
        .map(({ content }) => (content.type === 'text' ? content.text : ''))
        .join(''),
    async newSession(cwd = sandbox.workspace) {
      return (await agent.request('session/new', { cwd, mcpServers: [] })).sessionId
    },
    async prompt(sessionId, text) {
      const { stopReason } = await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
      return stopReason
    },
    async [Symbol.asyncDispose]() {
      connection.close()
      const ended = new Promise<void>((resolve) =>
        child.exitCode === null && child.signalCode === null ? child.once('close', () => resolve()) : resolve(),
      )
      child.stdin.destroy()
      await ended
    },
  }
  onTestFinished(() => expect(frames.problems).toEqual([]))
  await agent.request('initialize', {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { ...capabilities, ...(buffers && { fs: { readTextFile: true, writeTextFile: true } }) },
    clientInfo: { name: 'test-editor', version: '1.0.0' },
  })
  return editor
}

function selected(optionId: string): RequestPermissionResponse {
  return { outcome: { outcome: 'selected', optionId } }
}

function isKind<Kind extends SessionUpdate['sessionUpdate']>(
  update: SessionUpdate,
  kind: Kind,
): update is Extract<SessionUpdate, { sessionUpdate: Kind }> {
  return update.sessionUpdate === kind
}

/** Validates the lines that the agent writes before the client's SDK accepts them. */
function watching(frames: FrameCheck): Transform {
  let rest = ''
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const lines = (rest + chunk.toString('utf8')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) frames.see(line, 'agent')
      done(null, chunk)
    },
  })
}

function toAgent(stdin: Writable, frames: FrameCheck, cut: (data: Buffer) => readonly Buffer[]): Writable {
  return new Writable({
    write(chunk: Buffer, _, done) {
      for (const line of chunk.toString('utf8').split('\n').filter(Boolean)) frames.see(line, 'client')
      for (const piece of cut(chunk)) stdin.write(piece)
      done()
    },
  })
}
