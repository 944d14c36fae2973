import type { CommandContext } from '../../../arguments/command-spec.js'
import type { Key } from '../../../chat/input/keys.js'
import { openTerminal } from '../../../chat/input/terminal.js'
import { createStyle, wantsColor } from '../../../render/text/style.js'
import { onStopSignal } from '../../../setup/signals.js'
import { browserRows } from './browser-rows.js'
import { openBrowserScreen } from './browser-screen.js'
import type { BrowserSource } from './browser-source.js'
import { latestOnly } from './latest-only.js'
import type { Preview } from './preview.js'
import { type BrowserAction, createSessionBrowser } from './session-browser.js'

/** Outcome of the browser. */
export type Browsed =
  | { readonly type: 'left' }
  | { readonly type: 'resume'; readonly id: string }
  | { readonly type: 'stopped'; readonly code: number }

/** Shows sessions full-screen until the user selects one or quits. */
export async function runBrowser({ io, values }: CommandContext, source: BrowserSource): Promise<Browsed> {
  const style = createStyle(
    wantsColor({ stream: io.stdout, env: io.env, isRefused: values['no-color'] === true }),
    io.t,
  )
  const browser = createSessionBrowser(source.sessions)
  using screen = openBrowserScreen(io.stdout)
  using terminal = openTerminal(io)
  let preview: Preview | undefined
  let isOpen = true

  const paint = () => {
    if (!isOpen) return
    const { columns, rows } = screen
    screen.paint(browserRows(browser.view, { columns, rows, style, nowMs: Date.now(), ...(preview && { preview }) }))
  }
  /** Shows failures in the last row. The list stays open. */
  const attempt = async (task: () => Promise<void>) => {
    await task().catch((error: unknown) => browser.say(error instanceof Error ? error.message : String(error)))
    paint()
  }
  const showPreview = latestOnly<string>((id) =>
    attempt(async () => {
      preview = await source.preview(id)
    }),
  )
  const search = latestOnly<string>((text) =>
    attempt(async () => {
      const found = await source.search(text)
      if (browser.view.filter.before + browser.view.filter.after === text || text === '') browser.setFound(found)
      follow()
    }),
  )
  const follow = () => {
    const { shown, selected } = browser.view
    const session = shown[selected]
    if (session && session.id !== preview?.id) showPreview(session.id)
  }

  try {
    return await new Promise<Browsed>((resolve) => {
      const finish = (browsed: Browsed) => {
        isOpen = false
        removeSignals()
        io.stdin.off('end', onEnd)
        resolve(browsed)
      }
      const removeSignals = onStopSignal((code) => finish({ type: 'stopped', code }))
      const onEnd = () => finish({ type: 'left' })
      io.stdin.once('end', onEnd)
      const act = (action: BrowserAction) => {
        if (action.type === 'leave') finish({ type: 'left' })
        else if (action.type === 'resume') finish({ type: 'resume', id: action.session.id })
        else if (action.type === 'filter') search(action.text)
        else if (action.type === 'suspend') suspend()
        else if (action.type !== 'none') void attempt(() => source.perform(action, browser))
      }
      const suspend = () => {
        screen.leave()
        terminal.suspend(() => {
          screen.enter()
          paint()
        })
      }
      terminal.onKey((key: Key) => {
        if (!isOpen) return false
        act(browser.press(key))
        follow()
        paint()
        return true
      })
      terminal.onResize(paint)
      follow()
      paint()
    })
  } finally {
    isOpen = false
  }
}
