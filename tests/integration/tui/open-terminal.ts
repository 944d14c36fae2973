import { createChannelPair } from '@hermes/rpc'
import {
  type FirstSession,
  type HostTerminal,
  type Look,
  type PromptOptions,
  type RunTerminalOptions,
  runTerminal,
  type ViewOptions,
} from '@hermes/tui'
import xterm from '@xterm/headless'
import { expect } from 'vitest'
import { plainLook } from '../../../packages/tui/testing/plain-look.js'
import { createRpcWorld, type RpcWorldOptions } from '../rpc/rpc-world.js'

const look: Look = {
  ...plainLook,
  clean: (text) => text.replaceAll('\u001b', '\\x1b'),
  name: (text) => text,
  commandFor: ({ name }) => `set ${name}`,
}

export interface TerminalOptions
  extends RpcWorldOptions,
    Pick<RunTerminalOptions, 'own'>,
    Pick<FirstSession, 'greet'>,
    Pick<PromptOptions, 'drafts' | 'editText' | 'files' | 'history' | 'suggestContinuation' | 'vim'>,
    Pick<ViewOptions, 'focus' | 'reasoning' | 'status' | 'times'>,
    Pick<HostTerminal, 'attention' | 'onBackground'> {
  readonly first?: Pick<FirstSession, 'afterOpening' | 'opening' | 'prompt'>
  /** Formats an accent. Default: like other text. */
  readonly accent?: (text: string) => string
  /** Resolves when the server is available. Default: at once. */
  readonly opened?: Promise<void>
  /** What the terminal shows before the program starts. */
  readonly printed?: string
  /** What the terminal answers when it is asked for its background. Default: nothing. */
  readonly background?: string
}

/** Opens the program on a terminal of xterm.js. */
export async function openTerminal(
  {
    accent = look.style.accent,
    background = '',
    attention,
    drafts,
    editText,
    files,
    focus,
    first,
    greet,
    history,
    onBackground,
    opened,
    own,
    printed = '',
    reasoning,
    status,
    suggestContinuation,
    times,
    vim,
    ...options
  }: TerminalOptions,
  { columns = 60, rows = 20, sessionId = '' } = {},
) {
  const world = createRpcWorld(options)
  const screen = new xterm.Terminal({ cols: columns, rows, scrollback: 5_000, allowProposedApi: true })
  screen.write(printed)
  let input: (data: string) => void = () => undefined
  let resized: () => void = () => undefined
  screen.onData((data) => input(data))
  let written = 0
  const write = (data: string) => {
    written += data.length
    if (data.includes(']11;?') && background !== '') setImmediate(() => input(background))
    screen.write(data)
  }
  const terminal = {
    start(onInput: (data: string) => void, onResize: () => void) {
      input = onInput
      resized = onResize
    },
    stop: () => undefined,
    drainInput: async () => undefined,
    write,
    get columns() {
      return screen.cols
    },
    get rows() {
      return screen.rows
    },
    kittyProtocolActive: false,
    moveBy: (lines: number) => lines !== 0 && write(lines > 0 ? `\u001b[${lines}B` : `\u001b[${-lines}A`),
    hideCursor: () => write('\u001b[?25l'),
    showCursor: () => write('\u001b[?25h'),
    clearLine: () => write('\u001b[K'),
    clearFromCursor: () => write('\u001b[J'),
    clearScreen: () => write('\u001b[2J\u001b[H'),
    setTitle: () => undefined,
    setProgress: () => undefined,
  }
  let [channel, far] = createChannelPair()
  void world.server.serve(far)
  const stopping = new AbortController()
  const reopen = async () => {
    ;[channel, far] = createChannelPair()
    void world.server.serve(far)
    return channel
  }
  const { signal } = stopping
  const left = runTerminal({
    async connect() {
      await opened
      return { channel, reopen, ...(sessionId && { sessionId }) }
    },
    look: { ...look, style: { ...look.style, accent, user: accent } },
    signal,
    ...(own && { own }),
    first: { ...first, ...(greet && { greet }) },
    prompt: {
      ...(drafts && { drafts }),
      ...(editText && { editText }),
      ...(files && { files }),
      ...(history && { history }),
      ...(suggestContinuation && { suggestContinuation }),
      ...(vim && { vim }),
    },
    view: {
      ...(focus && { focus }),
      ...(reasoning && { reasoning }),
      ...(status && { status }),
      ...(times && { times }),
    },
    host: { terminal, ...(attention && { attention }), ...(onBackground && { onBackground }) },
  })
  const shown = () => {
    const { active } = screen.buffer
    const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '')
    return lines.join('\n').trimEnd()
  }
  // A low terminal has no row for the model.
  await expect.poll(shown).toContain(rows < 8 || opened ? '──' : 'large')
  return {
    world,
    shown,
    left,
    /** Types one key after the other, as a terminal sends them. */
    type(keys: string) {
      for (const key of keys) input(key)
    },
    /** Presses one key that is a sequence. */
    press: (sequence: string) => input(sequence),
    resize(cols: number, height = rows) {
      screen.resize(cols, height)
      resized()
    },
    written: () => written,
    /** Prints what another program writes to the terminal. */
    print: (data: string) => screen.write(data),
    disconnect: () => far.close(),
    stop: () => stopping.abort(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      // A test sees the reason of a failure.
      await left.catch(() => undefined)
      await world[Symbol.asyncDispose]()
    },
  }
}
