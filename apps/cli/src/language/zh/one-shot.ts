import type { Catalog } from '@hermes/safety/language'

/** Messages on stderr for a question on the command line. */
export const oneShot: Catalog = {
  'No model is configured: the offline stand-in answers. To set one up, run: hermes setup':
    '没有配置模型：由离线替身应答。设置模型请运行：hermes setup',
  "The answer is cut off at the model's length limit. Allow more with model.max_tokens, or continue with -c.":
    '回答因模型的长度限制被截断。用 model.max_tokens 放宽限制，或用 -c 继续。',
  '{0} Continue with -c.': '{0}用 -c 继续。',
  'The turn was ended because it repeated itself. Continue with -c.': '这一轮因重复而结束。用 -c 继续。',
  'Interrupted. What was done is stored: continue with -c.': '已中断。已完成的内容已保存：用 -c 继续。',
  'The turn ran out of model calls: allow more with --max-turns.':
    '这一轮的模型调用次数已用完：用 --max-turns 放宽限制。',
  'The turn used up its token limit: allow more with agent.max_tokens_per_turn.':
    '这一轮的 token 限额已用完：用 agent.max_tokens_per_turn 放宽限制。',
  'The turn used up its time limit: allow more with agent.run_budget_seconds.':
    '这一轮的时间已用完：用 agent.run_budget_seconds 放宽限制。',
  'The turn used up its cost limit: allow more with agent.max_cost_per_turn.':
    '这一轮的费用限额已用完：用 agent.max_cost_per_turn 放宽限制。',
  "The session's folder {0} no longer exists: it continues in {1}.": '会话的文件夹 {0} 已不存在：在 {1} 中继续。',
  'No input on stdin for {0} seconds: continuing without it.': 'stdin 在 {0} 秒内没有输入：不再等待，继续运行。',
  'The input on stdin contains invalid UTF-8, which was replaced by U+FFFD.':
    'stdin 的输入含有无效的 UTF-8，已替换为 U+FFFD。',
}
