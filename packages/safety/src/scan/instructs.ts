import { doubtFrames } from './doubt/doubt-frames.js'
import { findMatches } from './find-matches.js'
import type { ScanSurface } from './finding.js'
import { findIntents } from './intents/find-intents.js'
import { toWords } from './words.js'

const reader =
  /\b(?:ai|ais|assistants?|agents?|llms?|models?|claude|hermes|chatgpt|gpt|copilot|codex|gemini|bots?|ki|asistentes?|assistentes?|agentes?|assistenten|agenten|ia|modelo|modell|modèle|mod[eè]les|assistente)\b|ассистент|агент|модел|助手|智能体|大模型|アシスタント|エージェント|モデル/i
const demand =
  /\b(?:must|should|please|run|execute|read(?! by)|send|ignore|always|never|follow|output|reveal|include|add|insert|fetch|download|override|obey|approve|report|mention|delete|grant|give|print|respond|reply|recommend|rate|upload|skip|treat|say|tell|call|use|forward|post|append|write|set|disable|answer|pretend|act|instructions?|muss|musst|müssen|immer|niemals|sende|führe|debes?|debe|siempre|nunca|env[ií]a|ejecuta|deve|devi|sempre|mai|dois|devez|toujours|jamais|envoie|envoyez)\b|должен|должна|обязан|всегда|никогда|отправ|выполн|必须|不要|请|忽略|执行|发送|必ず|ください|しないで|送信して/i
/** Phrases addressed to whoever works on the text. */
const directed =
  /\b(?:when|before|after|while|whenever|if) (?:you(?:'re| are)? |asked|asking|answering|responding|replying|summari[sz]ing|reviewing|processing|reading (?:this|the page|the file)|committing|finishing)|\b(?:do not|don't|never) (?:tell|mention|reveal|show|inform|disclose|ask|warn|alert|report)\b|\b(?:instead|secretly|covertly|also),? (?:send|upload|forward|post|run|execute|call|fetch|download|append|include|add|delete|write|reply|respond|approve)\b|\byou are now\b|\byour (?:instructions|task|rules|system prompt|secrets?|credentials|tools?|memory|conversation|context)\b/i
/** Signs that an order, which is doubtful by itself, is meant for the agent. */
const weighty =
  /https?:\/\/|[\w.]@\w|\byou (?:must|should|shall|will|have to|need to)\b|\b(?:secret|token|password|credential|api key|\.env|user|approval|instructions)/i
/** Names an agent and tells it what to do. */
const address =
  /(?:\b(?:ai|assistants?|agents?|llms?|language models?|claude|hermes|chatgpt|gpt|copilot|gemini)\b|助手|智能体|アシスタント)[^.\n]{0,60}(?:[:,，：]|\b(?:must|should|shall|please|need to|have to|are (?:required|instructed) to|muss|debe|deve|doit)\b|必须|请|应|してください)/i

/** A salutation to an agent, as in a letter. In a language whose orders are not known, that is enough. */
const called =
  /^[\s#*/;>-]{0,8}(?:(?:dear|hey|note to|to the|para (?:el|la|o|os)|an die|für|à l['’]|для)\s{1,3})?(?:ais?|assistants?|agents|llms|(?:language )?models|chatgpt|asistentes?|assistentes?|assistenten|assistenti|agentes|modelos|modelli|modèles|modelle|ia|ki|ии|ассистенты?|ассистентам|помощник|модели|моделям|агенты|агентам)\s{0,2}[:,]\s{1,4}(?:\S{1,60}\s{1,4}){5}|^[\s#*/;>-]{0,8}(?:(?:致|给)?(?:助手|模型|智能体)|アシスタント|モデル)(?:へ)?[:：,，][^\n]{8}/iu

/** How a hidden or encoded text is judged. */
export interface Instructs {
  /** Whether the text tells an agent what to do. Requires less than for visible text. */
  instructs(text: string): boolean
  /** Whether the text tells somebody what to do and names an agent. */
  addresses(text: string): boolean
}

export function createInstructs(surface: ScanSurface): Instructs {
  return {
    instructs(text) {
      if (called.test(text)) return true
      if (demand.test(text) && (reader.test(text) || directed.test(text))) return true
      if (findMatches(text, surface).found.length > 0) return true
      return weighty.test(text) && findIntents(text, toWords(text), { surface, frames: doubtFrames }).length > 0
    },
    addresses: (text) => address.test(text) && demand.test(text) && (directed.test(text) || weighty.test(text)),
  }
}
