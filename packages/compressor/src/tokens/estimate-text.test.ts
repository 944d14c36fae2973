import { describe, expect, test } from 'vitest'
import { estimateText } from './estimate-text.js'
import { loadVocabulary } from './load-vocabulary.js'

/** Sample texts. None of them was used to find the weights. */
const texts: Readonly<Record<string, string>> = {
  prose: `The ferry left an hour late because somebody had parked a tractor across the ramp, and nobody on the island would
say whose it was. We stood at the rail with paper cups of tea and watched the harbour master walk up and down, calling a name
that the wind took away. In the end the driver came out of the bakery, still chewing, and apologised to each of us in turn.`,
  request: `Please move the retry logic out of the client and into its own module. Keep the public interface as it is, add tests
for the case in which the server answers with 429 and no Retry-After header, and don't touch the logging, I will do that myself.`,
  german: `Die Fähre fuhr mit einer Stunde Verspätung ab, weil jemand einen Traktor quer über die Rampe gestellt hatte. Wir standen
an der Reling, tranken Tee aus Pappbechern und sahen zu, wie der Hafenmeister auf und ab ging und einen Namen rief, den der Wind
davontrug. Schließlich kam der Fahrer kauend aus der Bäckerei und entschuldigte sich der Reihe nach bei jedem von uns.`,
  french: `Le bac est parti avec une heure de retard parce que quelqu'un avait garé un tracteur en travers de la rampe, et personne
sur l'île ne voulait dire à qui il était. Nous sommes restés près du bastingage, un gobelet de thé à la main, à regarder le
capitaine du port faire les cent pas en criant un nom que le vent emportait.`,
  russian: `Паром отошёл с опозданием на час, потому что кто-то поставил трактор поперёк причала, и никто на острове не хотел
говорить, чей он. Мы стояли у борта с бумажными стаканчиками чая и смотрели, как начальник порта ходит взад и вперёд.`,
  chinese: `渡轮晚了一个小时才开，因为有人把拖拉机横停在坡道上，岛上谁也不肯说那是谁的。我们端着纸杯里的茶站在栏杆边，看着港务长走来走去，喊着一个被风吹走的名字。最后司机从面包店里出来，嘴里还嚼着东西，挨个向我们道歉。`,
  japanese: `誰かがトラクターを斜路にとめたままにしていたので、フェリーは一時間遅れて出発した。島の人たちは、それが誰のものか言おうとしなかった。私たちは紙コップのお茶を手に手すりのそばに立ち、港長が行ったり来たりするのを眺めていた。`,
  korean: `누군가 경사로에 트랙터를 가로로 세워 두는 바람에 배는 한 시간 늦게 떠났다. 섬 사람들은 그것이 누구의 것인지 말하려 하지 않았다. 우리는 종이컵에 담긴 차를 들고 난간 옆에 서서 항만장이 왔다 갔다 하는 것을 바라보았다.`,
  arabic: `تأخرت العبّارة ساعة كاملة لأن أحدهم أوقف جرارًا في عرض المنحدر، ولم يرد أحد من أهل الجزيرة أن يقول لمن هو. وقفنا عند السور وفي أيدينا أكواب من الشاي، ننظر إلى مدير الميناء وهو يسير جيئة وذهابًا.`,
  typescript: `export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}`,
  python: `class TokenBucket:
    def __init__(self, rate: float, capacity: int) -> None:
        self.rate = rate
        self.capacity = capacity
        self._tokens = float(capacity)
        self._updated = time.monotonic()

    def take(self, count: int = 1) -> bool:
        now = time.monotonic()
        self._tokens = min(self.capacity, self._tokens + (now - self._updated) * self.rate)
        self._updated = now
        if self._tokens < count:
            return False
        self._tokens -= count
        return True
`,
  json: JSON.stringify(
    {
      id: 'ord_8841',
      customer: { name: 'Ines Okafor', email: 'ines@example.org', tags: ['wholesale', 'net-30'] },
      lines: [
        { sku: 'KET-BLUE-2', quantity: 12, unitPrice: 18.5, backordered: false },
        { sku: 'TEA-ASSAM-500', quantity: 40, unitPrice: 6.25, backordered: true },
      ],
      createdAt: '2026-05-04T09:31:07Z',
    },
    undefined,
    2,
  ),
  arguments:
    '{"path":"src/billing/invoice-number.ts","old_string":"return prefix + next","new_string":"return [prefix, next].join(separator)"}',
  listing: `total 96
drwxr-xr-x 5 build build  4096 May  4 09:12 .
drwxr-xr-x 9 build build  4096 May  3 17:40 ..
-rw-r--r-- 1 build build  1873 May  4 09:12 invoice-number.ts
-rw-r--r-- 1 build build  2210 May  4 08:55 invoice-number.test.ts
-rw-r--r-- 1 build build 11029 May  1 14:03 render-invoice.ts
-rwxr-xr-x 1 build build   412 Apr 28 10:20 migrate.sh`,
  failure: `FAIL  src/billing/invoice-number.test.ts > starts again each year
AssertionError: expected '2026-0412' to be '2027-0001'
 ❯ src/billing/invoice-number.test.ts:31:24
     29|   const numbers = createInvoiceNumbers({ now: () => newYear })
     30|   await numbers.next()
     31|   expect(await numbers.next()).toBe('2027-0001')

 Test Files  1 failed | 14 passed (15)
      Tests  1 failed | 121 passed (122)
   Duration  4.18s (transform 312ms, setup 0ms, collect 1.02s)`,
  diff: `diff --git a/src/billing/invoice-number.ts b/src/billing/invoice-number.ts
index 3f1c0a2..b7d9e41 100644
--- a/src/billing/invoice-number.ts
+++ b/src/billing/invoice-number.ts
@@ -14,7 +14,8 @@ export function createInvoiceNumbers({ store, now }: Options): InvoiceNumbers {
   async function next(): Promise<string> {
-    const count = await store.increment('invoice')
+    const year = new Date(now()).getUTCFullYear()
+    const count = await store.increment(\`invoice-\${year}\`)
     return \`\${year}-\${String(count).padStart(4, '0')}\``,
  chat: '👍 perfect, ship it! 🚀 the demo went so well 🎉🎉 thanks everyone 🙏 see you tomorrow ☕️',
  base64: bytes(400).toString('base64'),
  hex: bytes(200).toString('hex'),
}

/** Returns pseudorandom bytes, identical on every machine. */
function bytes(count: number): Buffer {
  let seed = 11
  return Buffer.from(
    Array.from({ length: count }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed >> 16
    }),
  )
}

const median = (values: readonly number[]) => values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0

describe.each([
  ['o200k', 'o200k_base'],
  ['cl100k', 'cl100k_base'],
] as const)('an estimate of %s', (family, vocabulary) => {
  test("is close to the tokenizer's count for texts of every kind", async () => {
    const count = await loadVocabulary(vocabulary)
    if (!count) throw new Error('The vocabulary is a development dependency.')
    const errors = Object.entries(texts).map(([kind, text]) => ({
      kind,
      error: Math.abs(estimateText(text, family) / count(text) - 1),
    }))
    expect(median(errors.map(({ error }) => error))).toBeLessThan(0.06)
    expect(errors.filter(({ error }) => error > 0.25)).toEqual([])
  })
})

test('a text takes more tokens in a vocabulary that covers it less', () => {
  const { german = '', prose = '', chinese = '', hex = '' } = texts
  expect(estimateText(prose, 'claude-4.7')).toBeGreaterThan(1.2 * estimateText(prose, 'o200k'))
  expect(estimateText(german, 'claude-4.7')).toBeGreaterThan(1.3 * estimateText(german, 'claude'))
  expect(estimateText(chinese, 'cl100k')).toBeGreaterThan(1.2 * estimateText(chinese, 'deepseek'))
  expect(estimateText(hex, 'qwen')).toBeGreaterThan(1.2 * estimateText(hex, 'o200k'))
})

test('only an empty text has no tokens', () => {
  expect(estimateText('', 'o200k')).toBe(0)
  for (const text of ['a', '\n', '字', '\ud83d', '\0', '€', 'é', '7', ' ']) {
    expect(estimateText(text, 'o200k')).toBeGreaterThan(0)
  }
})
