import type { ListWords } from './list-words.js';

const ENCODINGS = ['windows-1252', 'macintosh'];

export const WESTERN: readonly ListWords[] = [
  {
    language: 'Spanish',
    locale: 'es',
    encodings: ENCODINGS,
    header: ['Nombre', 'Teléfono', 'Ciudad'],
    names:
      'Juan Ana María José Luis Carmen Antonio Manuel Isabel Jesús Javier Lucía Sofía Andrés Ángel Óscar Mónica Íñigo Begoña Raúl ' +
      'García Fernández González Rodríguez López Martínez Pérez Gómez Ruiz Díaz Moreno Muñoz Álvarez Vázquez Núñez Peña Ibáñez Güell',
    towns:
      'Madrid Barcelona Valencia Sevilla Málaga Murcia Bilbao Alicante Córdoba Gijón Coruña Cádiz León Almería Logroño Cáceres',
  },
  {
    language: 'French',
    locale: 'fr',
    encodings: ENCODINGS,
    header: ['Nom', 'Téléphone', 'Ville'],
    names:
      'Jean Marie Michel André Philippe René Louis Jacques Hélène Éric Nathalie François Stéphane Benoît Jérôme Aurélie Anaïs Maëlle ' +
      'Martin Bernard Dubois Petit Durand Moreau Lefèvre Roux Morel Girard Mercier Chrétien Béranger Hébert Crémieux Gaëtan Dupré',
    towns:
      'Paris Marseille Lyon Toulouse Nantes Lille Reims Saint-Étienne Dijon Angers Nîmes Besançon Orléans Béziers Évry Mâcon',
  },
  {
    language: 'German',
    locale: 'de',
    encodings: ENCODINGS,
    header: ['Name', 'Telefon', 'Straße'],
    names:
      'Jürgen Ursula Günter Monika Jörg Käthe Björn Sabine Götz Bärbel Rüdiger Anke Sönke Thomas Andrea Änne Özlem Uwe ' +
      'Müller Schmidt Schneider Weiß Schäfer Groß Köhler König Krüger Vogel Böhm Jäger Bäcker Lüders Öttinger Übelacker Strauß',
    towns:
      'Berlin Hamburg München Köln Frankfurt Düsseldorf Nürnberg Münster Lübeck Würzburg Göttingen Osnabrück Gießen Tübingen Ölbronn',
  },
  {
    language: 'Portuguese',
    locale: 'pt',
    encodings: ENCODINGS,
    header: ['Nome', 'Telefone', 'Município'],
    names:
      'João Maria José Ana Luís Inês António Mónica Rui Fátima Sérgio Lúcia Vítor Helena Simão Conceição Estêvão Ângela ' +
      'Silva Santos Araújo Guimarães Magalhães Simões Ferreira Gonçalves Esperança Leitão Falcão Brandão Antunes Galvão Patrício',
    towns:
      'Lisboa Porto Setúbal Évora Braga Covilhã Guimarães Santarém Bragança Portimão Viseu Brasília Maceió Goiânia Belém Niterói',
  },
  {
    language: 'Italian',
    locale: 'it',
    encodings: ENCODINGS,
    header: ['Nome', 'Telefono', 'Città'],
    names:
      'Giuseppe Maria Giovanni Anna Antonio Rosa Mario Luigi Francesco Teresa Nicolò Niccolò Noè Mosè ' +
      'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Greco Gallo Conti Dalò Cantù Zanò Nardò Fedè',
    towns: 'Roma Milano Napoli Torino Forlì Cantù Cefalù Nardò Mondovì Bologna Firenze Viggiù Patù Agliè',
  },
  {
    language: 'Dutch',
    locale: 'nl',
    encodings: ENCODINGS,
    header: ['Naam', 'Telefoon', 'Plaats'],
    names:
      'Jan Piet Daniël Joëlle René André Zoë Kees Noël Anaïs Loïs Chloë Raphaël Maïté ' +
      'Jansen Bakker Visser Smit Mulder Geërfd Coöp Brontë Buléon Françoise',
    towns: 'Amsterdam Rotterdam Utrecht Curaçao België Coevorden Oisterwijk Sint-Joost Financiën Reünie',
  },
  {
    language: 'Swedish',
    locale: 'sv',
    encodings: ENCODINGS,
    header: ['Namn', 'Telefon', 'Län'],
    names:
      'Björn Åsa Göran Märta Håkan Kerstin Sören Anna Jörgen Åke Lars Pär Östen Mårten Örjan Ängla Stina ' +
      'Johansson Andersson Sjöberg Lindström Åkesson Öberg Bergström Nyström Sandström Hägg Ström Söderberg Ekström Ågren',
    towns:
      'Stockholm Göteborg Malmö Västerås Örebro Linköping Jönköping Norrköping Umeå Gävle Borås Växjö Östersund Skövde',
  },
  {
    language: 'Danish',
    locale: 'da',
    encodings: ENCODINGS,
    header: ['Navn', 'Telefon', 'Område'],
    names:
      'Søren Jørgen Bjørn Mette Jens Åse Kåre Kirsten Henning Hanne Pål Gøran Ømer Ærø Birthe Håkon ' +
      'Jensen Nielsen Hansen Pedersen Sørensen Jørgensen Møller Kjær Nørgaard Skjødt Bækgård Østergaard Ågård',
    towns:
      'København Aarhus Odense Aalborg Sønderborg Hillerød Køge Nørresundby Ringkøbing Århus Tromsø Ålesund Bodø Ærøskøbing',
  },
  {
    language: 'Finnish',
    locale: 'fi',
    encodings: ENCODINGS,
    header: ['Nimi', 'Puhelin', 'Osoite'],
    names:
      'Väinö Päivi Jyrki Tähti Hannu Äijä Yrjö Seija Mäki Töyry Pentti Säde Kyösti Anneli ' +
      'Mäkinen Nieminen Hämäläinen Heikkinen Järvinen Lehtonen Hyvärinen Lähteenmäki Pöyhönen Räsänen Öhman Äyräs',
    towns:
      'Helsinki Jyväskylä Hämeenlinna Pietarsaari Seinäjoki Hyvinkää Järvenpää Mäntsälä Äänekoski Närpiö Kittilä Mikkeli',
  },
];
