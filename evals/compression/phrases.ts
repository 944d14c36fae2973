import type { FactKind, Mention } from './facts.ts'

export const languages = ['en', 'de', 'es', 'zh'] as const

export type Language = (typeof languages)[number]

/** The values inserted into phrases. */
export interface Slots {
  /** Three names that are unique in the history. */
  readonly a: string
  readonly b: string
  readonly c: string
  readonly path: string
  readonly number: string
  readonly id: string
}

/** A way in which a person or model would state a kind of fact. There are several variants of each. */
export type Phrase = (slots: Slots) => Mention

const en: Readonly<Record<FactKind, readonly Phrase[]>> = {
  path: [
    ({ path, a }) => ({ assistant: `The whole ${a} handling lives in ${path} now, nothing else imports it.` }),
    ({ path, a }) => ({ user: `By the way, the ${a} settings are read from ${path}, not from the environment.` }),
  ],
  number: [
    ({ a, number }) => ({ assistant: `Measured again: the ${a} endpoint takes ${number} ms at the 95th percentile.` }),
    ({ a, number }) => ({ user: `Finance says the budget for ${a} is ${number} euros, and that is final.` }),
  ],
  identifier: [
    ({ a, id }) => ({ assistant: `The failing deployment of ${a} has the id ${id}.` }),
    ({ a, id }) => ({ user: `The ticket for ${a} is ${id}, please mention it in the commit.` }),
  ],
  decision: [
    ({ a, b, c }) => ({ assistant: `I decided to use ${a} instead of ${b}, because ${c} needs ordered delivery.` }),
    ({ a, b, c }) => ({
      user: `Let's go with ${a} rather than ${b}. The reason is that ${c} cannot be hosted abroad.`,
    }),
  ],
  'open question': [
    ({ a, b }) => ({ assistant: `One question stays open: should ${a} keep accepting requests while ${b} is down?` }),
    ({ a, b }) => ({ user: `Before we finish I still need to know whether ${a} may share its cache with ${b}.` }),
  ],
  'changed instruction': [
    ({ a, b }) => ({ user: `Change of plan: from now on write everything for ${a}, no longer for ${b}.` }),
    ({ a, b }) => ({ user: `Forget what I said about ${b}. Instead, every new file has to go through ${a} first.` }),
  ],
  preference: [
    ({ a }) => ({ user: `I prefer tables over lists whenever you compare ${a} with something.` }),
    ({ a }) => ({ user: `Please never touch the ${a} branch without asking me first.` }),
  ],
  'error and fix': [
    ({ a, b }) => ({
      call: { name: 'terminal', args: { command: `npm run check:${a}` }, result: `Error: ${a} lost its handle` },
      assistant: `The error "${a} lost its handle" came from ${b} being closed twice; closing it once fixed it.`,
    }),
    ({ a, b }) => ({
      assistant: `Found the cause of the ${a} crash: ${b} was started before its port was free. Fixed by waiting for it.`,
    }),
  ],
  'completed work': [
    ({ a, b }) => ({
      call: { name: 'terminal', args: { command: `migrate ${a} --to ${b}` }, result: `${a}: migrated to ${b}\nok` },
      assistant: `Done: ${a} is migrated to ${b}, and all of its tests pass.`,
    }),
    ({ a, b }) => ({ assistant: `Finished moving ${a} out of ${b}; it is merged and released.` }),
  ],
  'unfinished work': [
    ({ a, b }) => ({ assistant: `Still to do: the ${a} report has to be rewritten for ${b}.` }),
    ({ a, b }) => ({ user: `Remember that ${a} is not finished: the ${b} part is still missing.` }),
  ],
}

const de: Readonly<Record<FactKind, readonly Phrase[]>> = {
  path: [({ path, a }) => ({ assistant: `Alles zu ${a} liegt jetzt in ${path}, sonst greift nichts darauf zu.` })],
  number: [({ a, number }) => ({ user: `Das Budget für ${a} beträgt ${number} Euro, und dabei bleibt es.` })],
  identifier: [({ a, id }) => ({ assistant: `Die fehlgeschlagene Auslieferung von ${a} hat die Kennung ${id}.` })],
  decision: [
    ({ a, b, c }) => ({
      assistant: `Ich habe mich für ${a} statt ${b} entschieden, weil ${c} eine feste Reihenfolge braucht.`,
    }),
  ],
  'open question': [
    ({ a, b }) => ({ user: `Offen ist noch die Frage, ob ${a} Anfragen annehmen soll, während ${b} ausgefallen ist.` }),
  ],
  'changed instruction': [
    ({ a, b }) => ({ user: `Planänderung: ab jetzt schreibst du alles für ${a} und nicht mehr für ${b}.` }),
  ],
  preference: [({ a }) => ({ user: `Bitte fass den Zweig ${a} nie an, ohne mich vorher zu fragen.` })],
  'error and fix': [
    ({ a, b }) => ({
      call: { name: 'terminal', args: { command: `npm run check:${a}` }, result: `Error: ${a} lost its handle` },
      assistant: `Der Fehler "${a} lost its handle" kam daher, dass ${b} zweimal geschlossen wurde; das ist behoben.`,
    }),
  ],
  'completed work': [({ a, b }) => ({ assistant: `Erledigt: ${a} ist auf ${b} umgestellt, alle Tests laufen durch.` })],
  'unfinished work': [
    ({ a, b }) => ({ assistant: `Noch zu tun: der Bericht ${a} muss für ${b} neu geschrieben werden.` }),
  ],
}

const es: Readonly<Record<FactKind, readonly Phrase[]>> = {
  path: [({ path, a }) => ({ assistant: `Todo lo de ${a} está ahora en ${path} y nada más lo importa.` })],
  number: [({ a, number }) => ({ user: `El presupuesto de ${a} es de ${number} euros y no va a cambiar.` })],
  identifier: [({ a, id }) => ({ assistant: `El despliegue fallido de ${a} tiene el identificador ${id}.` })],
  decision: [
    ({ a, b, c }) => ({ assistant: `He decidido usar ${a} en lugar de ${b}, porque ${c} necesita un orden fijo.` }),
  ],
  'open question': [
    ({ a, b }) => ({ user: `Queda una pregunta pendiente: ¿debe ${a} aceptar peticiones mientras ${b} no responde?` }),
  ],
  'changed instruction': [
    ({ a, b }) => ({ user: `Cambio de plan: a partir de ahora escribe todo para ${a} y ya no para ${b}.` }),
  ],
  preference: [({ a }) => ({ user: `Por favor, no toques nunca la rama ${a} sin preguntarme antes.` })],
  'error and fix': [
    ({ a, b }) => ({
      call: { name: 'terminal', args: { command: `npm run check:${a}` }, result: `Error: ${a} lost its handle` },
      assistant: `El error "${a} lost its handle" se debía a que ${b} se cerraba dos veces; ya está corregido.`,
    }),
  ],
  'completed work': [({ a, b }) => ({ assistant: `Hecho: ${a} ya está migrado a ${b} y pasan todas sus pruebas.` })],
  'unfinished work': [({ a, b }) => ({ assistant: `Falta por hacer: hay que reescribir el informe ${a} para ${b}.` })],
}

const zh: Readonly<Record<FactKind, readonly Phrase[]>> = {
  path: [({ path, a }) => ({ assistant: `${a} 的全部逻辑现在都在 ${path} 里，别处不再引用它。` })],
  number: [({ a, number }) => ({ user: `${a} 的预算是 ${number} 欧元，不会再变了。` })],
  identifier: [({ a, id }) => ({ assistant: `${a} 失败的那次部署编号是 ${id}。` })],
  decision: [({ a, b, c }) => ({ assistant: `我决定使用 ${a} 而不是 ${b}，因为 ${c} 需要固定的顺序。` })],
  'open question': [({ a, b }) => ({ user: `还有一个问题没有定：${b} 停机时，${a} 是否应该继续接收请求？` })],
  'changed instruction': [({ a, b }) => ({ user: `计划有变：从现在起，所有内容都写给 ${a}，不再写给 ${b}。` })],
  preference: [({ a }) => ({ user: `请不要在没有问我的情况下改动 ${a} 分支。` })],
  'error and fix': [
    ({ a, b }) => ({
      call: { name: 'terminal', args: { command: `npm run check:${a}` }, result: `Error: ${a} lost its handle` },
      assistant: `错误“${a} lost its handle”是因为 ${b} 被关闭了两次，现在已经修好了。`,
    }),
  ],
  'completed work': [({ a, b }) => ({ assistant: `已完成：${a} 已经迁移到 ${b}，测试全部通过。` })],
  'unfinished work': [({ a, b }) => ({ assistant: `还没做的：${a} 报告要为 ${b} 重写。` })],
}

export const phrases: Readonly<Record<Language, Readonly<Record<FactKind, readonly Phrase[]>>>> = { en, de, es, zh }
