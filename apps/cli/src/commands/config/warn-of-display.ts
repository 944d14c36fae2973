import { languageOf } from '@hermes/runtime/language'
import { didYouMean } from '../../arguments/did-you-mean.js'
import { type Io, tell } from '../../io.js'
import { listSkins } from '../../skins/list-skins.js'
import { readSkin } from '../../skins/read-skin.js'

/** Warns when a skin or language was set that the terminal does not have. */
export async function warnOfDisplay(io: Io, home: string, path: string, value: string): Promise<void> {
  if (path === 'display.skin') {
    const skin = await readSkin(home, value)
    if (typeof skin !== 'string') return
    const hint = io.t.of(didYouMean(value, await listSkins(home)))
    await tell(io, `${io.t`The skin "${value}" cannot be used: ${skin}.`}${hint}`)
  }
  if (path === 'display.language' && value !== 'auto' && languageOf(value) === 'en' && !/^en([-_]|$)/i.test(value)) {
    await tell(io, `There are no texts in "${value}": English is shown.`)
  }
}
