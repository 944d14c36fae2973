import { safeText } from '../../render/text/safe-text.js'
import { wrapWords } from '../../render/text/wrap-words.js'
import { readVersion } from '../../version.js'
import type { FrontEnd } from '../front-end/front-end.js'
import { type BannerOptions, banner } from './banner.js'

export interface StartOptions extends Pick<BannerOptions, 'model' | 'sessionId' | 'workingDirectory' | 'sandboxedBy'> {
  readonly frontEnd: Pick<FrontEnd, 'dock' | 'style' | 'colors'>
  readonly warnings: readonly string[]
}

/** Shows the banner, followed by the warnings of the start. */
export function showStart({ frontEnd: { dock, style, colors }, warnings, ...facts }: StartOptions): void {
  const start = banner({ ...facts, version: readVersion(), agentName: colors.skin.agentName, style })
  const lines = warnings.map((warning) => `${style.warning(`! ${safeText(style.t.of(warning))}`)}\n`)
  dock.write(wrapWords(`${start}${lines.join('')}`, dock.columns))
}
