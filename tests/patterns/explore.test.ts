import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { readSources } from '../architecture/source-files.js'
import { attacksOn, attackText } from './attack-texts.js'
import { patternsOf } from './find-patterns.js'
import { createStopwatch } from './search-time.js'

test('explore', () => {
  const files = readSources().filter(({ isTest }) => !isTest)
  const stopwatch = createStopwatch()
  const seen = new Set<string>()
  let n = 0, attacksN = 0
  const out: unknown[] = []
  const T0 = performance.now()
  let gen = 0
  for (const { path } of files) {
    for (const pattern of patternsOf(path).literals) {
      if (seen.has(String(pattern))) continue
      seen.add(String(pattern))
      n++
      const g0 = performance.now()
      const attacks = attacksOn(pattern)
      gen += performance.now() - g0
      let worst = 0, at: unknown
      for (const attack of attacks) {
        attacksN++
        const text = attackText(attack, 8000)
        let ms = stopwatch(pattern, text, 500)
        if (ms > 3) ms = Math.min(ms, stopwatch(pattern, text, 500))
        if (ms > worst) { worst = ms; at = attack }
        if (worst > 400) break
      }
      if (worst > 3) out.push({ path, p: String(pattern), worst, at })
    }
  }
  console.log(n, attacksN, 'patterns; gen', gen, 'total', performance.now() - T0)
  writeFileSync('/tmp/recheck/explore.json', JSON.stringify(out, null, 1))
  console.log(out.length)
}, 300_000)
