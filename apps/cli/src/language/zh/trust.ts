import type { Catalog } from '@hermes/safety/language'

/** Answers of commands about approvals, the network, and the origin of content. */
export const trust: Catalog = {
  'Try /approve, /approve session, /approve always or /approve all.':
    '用法：/approve、/approve session、/approve always 或 /approve all。',
  'Nothing can be allowed permanently here.': '此处无法永久允许。',
  'Nothing is asked.': '没有待回答的请求。',
  'The question was already settled: your answer came too late.': '该问题已有结果：你的回答来晚了。',
  Allowed: '已允许',
  Refused: '已拒绝',
  'You are asked before a file is changed and before a dangerous command runs.': '更改文件和运行危险命令前会询问你。',
  'You are asked before a dangerous command runs.': '运行危险命令前会询问你。',
  'A model decides about dangerous commands, and you are asked when it is not sure.':
    '由模型判断危险命令，不确定时询问你。',
  'Dangerous commands run without a question; the most dangerous are still refused.':
    '危险命令直接运行而不询问；最危险的命令仍会被拒绝。',
  'The modes are edits, manual, smart and off.': '可用模式：edits、manual、smart 和 off。',
  'Shows what you allowed for the rest of this conversation, and the commands that you always allowed.':
    '显示你在本对话剩余时间内允许的内容，以及你始终允许的命令。',
  'You are asked again about everything that you allowed for the rest of this conversation, and before the commands that you always allowed.':
    '你在本对话剩余时间内允许过的内容，以及你始终允许的命令，都会再次询问你。',
  'Nothing was allowed for the rest of this conversation, and no command always.':
    '本对话中没有允许过的内容，也没有始终允许的命令。',
  'What you allowed': '你允许的内容',
  '`/approvals forget` takes it back.': '用 `/approvals forget` 撤回。',
  'Commands reach any machine.': '命令可以访问任何主机。',
  'Commands reach the listed hosts, and you are asked about others.': '命令可以访问名单内的主机，其他主机会询问你。',
  'Commands reach no other machine.': '命令无法访问其他主机。',
  'Commands run without a sandbox here, so their network cannot be limited.':
    '此处命令不在沙箱中运行，无法限制其网络。',
  'Use /network on, /network list or /network off.': '用法：/network on、/network list 或 /network off。',
  'Only an admin can trust a source.': '只有管理员可以信任来源。',
  'This conversation has only read what you wrote and the workspace.': '本对话只读取过你写的内容和工作区。',
  'Content of others in this conversation': '本对话中他人的内容',
  'Calls that send data or have lasting effects are asked about because of untrusted sources.':
    '由于存在不可信来源，发送数据或有持久影响的调用会先询问。',
  'A turn is running: trust a source when it has ended, or answer its question.':
    '一轮正在进行：请在结束后信任来源，或回答它的问题。',
  'Trusted in this conversation: {0}.': '已在本对话中信任：{0}。',
  'No source can be trusted permanently here.': '此处无法永久信任来源。',
  'Trusted in all conversations: {0}.': '已在所有对话中信任：{0}。',
}
