import type { Messages } from './shape.ts';

/** Os textos para quando o formulário do cartão da empresa de pagamentos não pode ser mostrado. */
export const cardFormPt: Messages['cardForm'] = {
  blocked: {
    title: 'O formulário do cartão foi bloqueado',
    body: 'A empresa de pagamentos está funcionando, mas algo neste aparelho ou na rede dele impede que o formulário chegue: quase sempre um bloqueador de anúncios ou de conteúdo. Permita {host} nesta página e tente de novo. Nenhum valor foi cobrado.',
  },
  broken: {
    title: 'O formulário do cartão não está funcionando agora',
    body: 'A empresa de pagamentos ({host}) responde, mas o formulário não chegou inteiro ou não pôde ser mostrado. Costuma passar logo. Nenhum valor foi cobrado.',
  },
  offline: {
    title: 'Parece que você está sem conexão',
    body: 'O formulário do cartão vem de {host} e não carregou. Confira a conexão e tente de novo. Nenhum valor foi cobrado.',
  },
  locked: {
    title: 'Os pagamentos com cartão estão em pausa aqui',
    body: 'Cartões demais foram recusados há pouco, não necessariamente o seu. Para proteger os cartões do mau uso, você poderá pagar de novo com cartão às {time}. Nenhum valor foi cobrado, e seu valor e seus dados continuam guardados.',
  },
  refused: { title: 'Não podemos mostrar o formulário do cartão agora' },
  slowWays: 'Continuamos esperando. Você também pode tentar de novo ou continuar de outra forma.',
};
