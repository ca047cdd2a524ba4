import type { Messages } from './shape.ts';

/** The Portuguese texts of signing in. */
export const signInPt: Messages['signIn'] = {
  title: 'Entrar',
  intro: 'Escreva seu e-mail. Enviamos um código e um link: não é preciso ter senha.',
  email: 'E-mail',
  emailHint: 'O endereço em que você recebeu nossa mensagem sobre sua causa ou sua conta.',
  send: 'Enviar um código',
  sentTitle: 'Veja seu e-mail',
  sentBody:
    'Se {email} tem uma conta aqui, uma mensagem com um código e um link está a caminho. Pode levar um minuto.',
  code: 'Código',
  codeHint: '{digits} dígitos, válido por {minutes} minutos.',
  enter: 'Entrar',
  orLink: 'Ou abra o link da mensagem, aqui ou em outro aparelho.',
  nothing: 'Não chegou nada? Olhe na caixa de spam e confira se o endereço está certo.',
  again: 'Enviar outro código',
  other: 'Usar outro endereço',
  linkTitle: 'Entrar como {name}?',
  linkBody: 'Você abriu o link enviado para {email}.',
  linkWarning: 'Se não foi você quem pediu, feche esta página. Nada vai acontecer.',
  signedOut: 'Você saiu da sua conta.',
  ended:
    'Sua sessão foi encerrada porque ficou um tempo sem atividade ou porque chegou ao fim. Entre para continuar de onde parou.',
  endedKept:
    'Sua sessão tinha sido encerrada, então nada foi feito ainda. Entre: o que você escreveu está guardado e pode ser enviado de novo.',
  proveTitle: 'Ainda é você?',
  proveBody:
    'Trata-se de dinheiro ou de acesso, e faz um tempo que você entrou. Confirme mais uma vez que é você; o que escreveu está guardado.',
  proveMail: 'Enviaremos um código e um link para {email}.',
  proveBack: 'Voltar sem fazer isso',
  faults: {
    email: 'Escreva um e-mail, por exemplo nome@example.org.',
    wrong:
      'Esse não é o código. {left, plural, one {Você pode tentar mais uma vez.} other {Você pode tentar mais # vezes.}}',
    over: 'Este código ou link não pode mais ser usado: cada um serve uma única vez, por {minutes} minutos. Peça outro.',
  },
  mail: {
    subject: '{code} é o seu código para entrar',
    code: 'Seu código: {code}',
    where: 'Digite-o na página em que o pediu. Ou abra este link, em qualquer aparelho: {url}',
    short: 'Os dois valem por {minutes} minutos e uma única vez.',
    ignore: 'Se não foi você quem pediu, ignore esta mensagem: sem ela ninguém consegue entrar.',
  },
};
