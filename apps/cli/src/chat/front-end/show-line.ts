import { oneLine } from '../../render/text/safe-text.js'
import { truncate } from '../../render/text/text-width.js'
import type { FrontEnd } from './front-end.js'

/** Shows a line outside any turn. */
export function showLine(line: string, { dock, style, columns }: Pick<FrontEnd, 'dock' | 'style' | 'columns'>): void {
  dock.writeLines(`${style.muted(truncate(`● ${oneLine(style.t.of(line))}`, columns() - 1))}\n`)
}
