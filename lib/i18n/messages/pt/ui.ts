import type { uiEn } from '../en/ui.ts';
import type { Texts } from '../shape.ts';

/** The Portuguese texts of what every page shares: the frame, the front page, the pages of errors. */
export const uiPt: Texts<typeof uiEn> = {
  ui: {
    testBanner: 'Esta é uma página de teste. Nenhum valor será cobrado.',
    language: 'Idioma',
    skipToContent: 'Ir para o conteúdo principal',
    copy: 'Copiar',
    copied: 'Copiado',
    copySelected: 'O endereço está selecionado: copie-o.',
    tryAgain: 'Tentar de novo',
    brand: 'Doações',
    pages: 'Mais páginas',
    home: 'Início',
    documentation: 'Documentação',
    signIn: 'Entrar',
  },
  trust: {
    title: 'Sobre sua doação',
    service: 'este serviço de doações',
    before: {
      goesTo: 'Sua doação vai para esta causa.',
      goesThrough: 'Sua doação vai para esta causa por meio de {receiver}.',
      commission: 'Uma comissão de {percent} vai para {service}; você não paga nada a mais.',
      commissionAndCosts:
        'Uma comissão de {percent} vai para {service}, e a empresa de pagamentos desconta a tarifa dela. Você não paga nada a mais.',
      costs: 'A empresa de pagamentos desconta a tarifa dela. Você não paga nada a mais.',
      nothing: 'Tudo chega à causa. Você não paga nada a mais.',
    },
    after: {
      goesTo: 'Sua doação foi para esta causa.',
      goesThrough: 'Sua doação foi para esta causa por meio de {receiver}.',
      commission: 'Uma comissão de {percent} foi para {service}; você não pagou nada a mais.',
      commissionAndCosts:
        'Uma comissão de {percent} foi para {service}, e a empresa de pagamentos descontou a tarifa dela. Você não pagou nada a mais.',
      costs: 'A empresa de pagamentos descontou a tarifa dela. Você não pagou nada a mais.',
      nothing: 'Tudo chegou à causa. Você não pagou nada a mais.',
    },
    terms: 'Termos',
    privacy: 'Privacidade',
    contact: 'Dúvidas? {email}',
  },
  home: {
    title: 'Doar, simples assim',
    body: 'Recebemos doações para causas da América Latina e de outras partes do mundo, por cartão, transferência bancária ou carteira digital.',
    donorTitle: 'Você quer doar',
    donorBody: 'Abra o link que enviaram para você. Ele leva direto à causa. Nada é cobrado antes de você confirmar.',
    creatorTitle: 'Você arrecada fundos para uma causa',
    creatorBody: 'Entre para ver suas doações, compartilhar novidades com os doadores e sacar o dinheiro.',
    partnerTitle: 'Você usa nossa API',
    partnerBody: 'Crie causas e links de doação no seu próprio site. Nossa equipe fornece suas chaves da API.',
    documentation: 'Ler a documentação',
    receiptTitle: 'Você tem um comprovante',
    receiptBody: 'Confira se ele é autêntico e se alguma parte da doação foi devolvida desde então.',
    staffTitle: 'Você faz parte da nossa equipe',
    staffBody: 'Entre com seu e‑mail de trabalho para ver o que espera por você.',
  },
  pageErrors: {
    unexpectedTitle: 'Algo deu errado do nosso lado',
    unexpectedBody: 'Não conseguimos mostrar esta página. Tente de novo em um momento.',
    busyTitle: 'Um momento, por favor',
    busyBody: 'Estamos recebendo muitas visitas agora. Esta página vai abrir sozinha em alguns segundos.',
    notFoundTitle: 'Esta página não existe',
    notFoundBody:
      'Confira se o endereço está completo. Se você seguiu um link, peça um novo a quem o enviou para você.',
    notFoundHome: 'Ir para a página inicial',
  },
};
